'use strict';
// The explorer: replays what was recorded pass by pass, and shows two texts side by side.
// Only rows in sight are in the document.
const EQUAL = 0, ANEW = 1, CHANGED = 2, REMOVED = 3, ADDED = 4, REPLACED = 5;
const HEIGHT = 18, CONTEXT = 3, LONG = 160, SHOWN_OF_LONG = 48;
const PALETTE = ['#4e79a7', '#f28e2b', '#59a14f', '#b07aa1', '#e15759', '#76b7b2', '#edc948', '#ff9da7', '#9c755f', '#8c8f94'];
const $ = id => document.getElementById(id);
const escapeText = t => t.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]));
const count = n => n.toLocaleString('en');
let D, stages = [], lineOfOp = new Map(), originOf, fateOf = new Map(), touchedOf = new Map(), colors = {};
const view = { stage: 0, rows: [], only: false, folded: new Set(), opened: new Set(), wide: new Set(), value: -1, op: -1, hits: [], hit: -1, query: '' };

async function unpack() {
  const text = $('data').textContent.trim(), bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  $('data').remove();
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

// The texts of all passes, from the differences: of each the new lines and the rows (kind, old, new).
function replay() {
  let old = [], names = [];
  D.stages.forEach((s, n) => {
    if (!s.flag) { old = []; names = []; }
    const lines = [], rows = [];
    let at = 0, changed = 0;
    for (let i = 0; i < s.script.length;) {
      const kind = s.script[i++], many = s.script[i++];
      if (kind > ANEW) changed += many;
      for (let k = 0; k < many; k++) {
        if (kind === REMOVED) rows.push(kind, at++, -1);
        else if (kind === ADDED) { rows.push(kind, -1, lines.length); lines.push(s.script[i++]); }
        else { rows.push(kind, at, lines.length); lines.push(kind === EQUAL ? old[at] : s.script[i++]); at++; }
      }
    }
    const paired = beside(rows);
    names = names.slice();
    for (let i = 0; i < s.names.length; i += 2) names[s.names[i]] = s.names[i + 1];
    const total = Object.values(s.ops).reduce((a, b) => a + b, 0);
    stages.push({ ...s, number: n, old, lines, rows: paired, before: n && s.flag ? stages[n - 1].after : [], after: names, total, changed: s.flag ? changed : 0 });
    old = lines;
  });
  D.lines.forEach(([, op], n) => { if (op >= 0) lineOfOp.set(op, n); });
  originOf = D.ops.origin;
  for (const [op, ...rest] of D.ops.fate) fateOf.set(op, rest);
  for (const [op, ...rest] of D.ops.touched) touchedOf.set(op, rest);
  const sums = {};
  for (const s of stages) for (const [o, c] of Object.entries(s.ops)) { const d = dialect(o); sums[d] = (sums[d] || 0) + c; }
  Object.keys(sums).sort((a, b) => sums[b] - sums[a]).forEach((d, n) => { colors[d] = PALETTE[Math.min(n, PALETTE.length - 1)]; });
}
// Lines that went stand beside those that came for them.
function beside(rows) {
  const out = [];
  for (let r = 0; r < rows.length;) {
    if (rows[r] !== REMOVED) { out.push(rows[r], rows[r + 1], rows[r + 2]); r += 3; continue; }
    let middle = r, end;
    while (rows[middle] === REMOVED) middle += 3;
    for (end = middle; rows[end] === ADDED;) end += 3;
    for (let i = r, j = middle; i < middle || j < end; i += 3, j += 3) {
      if (i < middle && j < end) out.push(REPLACED, rows[i + 1], rows[j + 2]);
      else if (i < middle) out.push(REMOVED, rows[i + 1], -1);
      else out.push(ADDED, -1, rows[j + 2]);
    }
    r = end;
  }
  return out;
}
const dialect = name => D.names[name].split('.')[0];
function mix(s) {
  const found = {};
  for (const [o, c] of Object.entries(s.ops)) found[dialect(o)] = (found[dialect(o)] || 0) + c;
  return Object.entries(found).sort((a, b) => b[1] - a[1]);
}

// Lines as tokens: [text, class, value].
const TOKEN = /(\/\/.*$)|("(?:[^"\\]|\\.)*")|(@[\w$.]+|@"[^"]*")|(\^[\w$.-]+)|(!?\b(?:tensor|memref|vector|tuple|complex|index|none|[su]?i\d+|b?f\d+\w*|tf32|!?llvm\.(?:ptr|struct|array|void|func))\b(?![.\w])|![\w$.]+|(?:(?:\d+|\?|\*)x)+(?:[a-z]\w*)?)|(-?\b\d[\w.+]*)|([A-Za-z_][\w$]*(?:\.[\w$]+)+)|([A-Za-z_]\w*)/g;
const CLASSES = [0, 'c', 's', 'm', 'b', 'y', 'u', 'o', ''];
const tokensOfShape = new Map();
function plainTokens(text) {
  const out = [];
  let at = 0;
  for (const m of text.matchAll(TOKEN)) {
    if (m.index > at) out.push([text.slice(at, m.index), '', -1]);
    out.push([m[0], CLASSES[m.findIndex((g, n) => n && g !== undefined)] || '', -1]);
    at = m.index + m[0].length;
  }
  if (at < text.length) out.push([text.slice(at), '', -1]);
  return out;
}
function shapeTokens(shape) {
  let found = tokensOfShape.get(shape);
  if (!found) {
    found = [];
    for (const part of D.shapes[shape].split(/([\x01\x03])/)) {
      if (part === '\x01' || part === '\x03') found.push([part, 'v', 0]);
      else found.push(...plainTokens(part));
    }
    const op = found.find(t => t[0].trim() && t[2] < 0 && !/^[\s=,:]*(\d+)?[\s=,:]*$/.test(t[0]));
    if (op && ((!op[1] && /^[a-z]/.test(op[0])) || /^"[\w$.]+"$/.test(op[0]))) op[1] = 'o';
    tokensOfShape.set(shape, found);
  }
  return found;
}
const nameOf = (value, names, group) => { const n = names[value] || '%?'; return group ? n.split('#')[0] : n; };
function tokens(line, names) {
  const [shape, , ...values] = D.lines[line];
  let n = 0;
  return shapeTokens(shape).map(t => t[2] < 0 ? t : [nameOf(values[n], names, t[0] === '\x03'), 'v', values[n++]]);
}
function textOf(line, names) {
  const [shape, , ...values] = D.lines[line];
  let n = 0;
  return D.shapes[shape].replace(/[\x01\x03]/g, c => nameOf(values[n++], names, c === '\x03'));
}
const indentation = line => { const t = D.shapes[D.lines[line][0]]; return t.length - t.trimStart().length; };

function markup(list, line, from = -1, to = -1) {
  let out = '';
  list.forEach(([text, cls, value], n) => {
    const changed = n >= from && n < to ? ' ch' : '';
    if (value >= 0) out += `<span class="v${changed}${value === view.value ? ' pick' : ''}" data-v="${value}">${escapeText(text)}</span>`;
    else if (text.length > LONG && !view.wide.has(line)) out += `<span class="${cls}${changed}">${escapeText(text.slice(0, SHOWN_OF_LONG))}</span><span class="big" data-wide="${line}">… ${count(text.length)} characters</span>`;
    else out += cls || changed ? `<span class="${cls}${changed}">${escapeText(text)}</span>` : escapeText(text);
  });
  return out;
}
const same = (a, b) => a[2] >= 0 ? a[2] === b[2] : a[0] === b[0] && b[2] < 0;
function changedRange(a, b) {
  let start = 0, end = 0;
  while (start < a.length && start < b.length && same(a[start], b[start])) start++;
  while (end < a.length - start && end < b.length - start && same(a[a.length - 1 - end], b[b.length - 1 - end])) end++;
  return [start, a.length - end, b.length - end];
}

// What is to be seen: rows by number, or {gap, from} for lines left out.
function layout() {
  const s = stages[view.stage], n = s.rows.length / 3, out = [];
  let near = null;
  if (view.only && s.flag) {
    near = new Uint8Array(n);
    for (let r = 0; r < n; r++) if (s.rows[3 * r] > ANEW) near.fill(1, Math.max(0, r - CONTEXT), r + CONTEXT + 1);
  }
  for (let r = 0; r < n; r++) {
    if (near && !near[r] && !view.opened.has(r)) {
      let end = r;
      while (end < n && !near[end] && !view.opened.has(end)) end++;
      out.push({ gap: end - r, from: r });
      r = end - 1;
      continue;
    }
    out.push(r);
    if (view.folded.has(r)) { const end = regionEnd(s, r); if (end > r + 1) { out.push({ gap: end - r - 1, from: r + 1, fold: r }); r = end - 1; } }
  }
  view.rows = out;
}
function lineAt(s, r) { const j = s.rows[3 * r + 2]; return j >= 0 ? s.lines[j] : s.old[s.rows[3 * r + 1]]; }
function regionEnd(s, r) {
  const limit = indentation(lineAt(s, r)), n = s.rows.length / 3;
  for (let e = r + 1; e < n; e++) {
    const t = D.shapes[D.lines[lineAt(s, e)][0]];
    if (t.trim() && indentation(lineAt(s, e)) <= limit && !/^\s*\^/.test(t)) return e;
  }
  return n;
}
const opens = line => /[{(]\s*$/.test(D.shapes[D.lines[line][0]]);

const panes = {};
function sized() {
  const s = stages[view.stage];
  for (const side of ['left', 'right']) {
    let most = 0;
    for (const l of side === 'left' ? s.old : s.lines) { const k = D.shapes[D.lines[l][0]].length + 4 * (D.lines[l].length - 2); if (k > most) most = k; }
    panes[side].body.style.height = view.rows.length * HEIGHT + 12 + 'px';
    panes[side].body.style.width = Math.max(20, Math.min(most, view.wide.size ? 1e5 : 600)) * 7.3 + 90 + 'px';
  }
}
function draw() {
  const s = stages[view.stage];
  for (const side of ['left', 'right']) {
    const { scroll, body } = panes[side], left = side === 'left';
    const first = Math.max(0, Math.floor(scroll.scrollTop / HEIGHT) - 8), last = Math.min(view.rows.length, first + Math.ceil(scroll.clientHeight / HEIGHT) + 16);
    let out = '';
    for (let i = first; i < last; i++) {
      const row = view.rows[i], top = `style="top:${i * HEIGHT}px"`;
      if (typeof row === 'object') { out += `<div class="row gap" ${top} data-gap="${i}">⋯ ${count(row.gap)} ${row.fold === undefined ? 'unchanged ' : ''}lines</div>`; continue; }
      const kind = s.rows[3 * row], at = s.rows[3 * row + (left ? 1 : 2)];
      if (at < 0) { out += `<div class="row none" ${top}></div>`; continue; }
      const line = (left ? s.old : s.lines)[at], names = left ? s.before : s.after, list = tokens(line, names);
      let from = -1, to = -1;
      if (kind === CHANGED) {
        const other = tokens((left ? s.lines : s.old)[s.rows[3 * row + (left ? 2 : 1)]], left ? s.after : s.before);
        const [start, mine] = changedRange(list, other);
        from = start; to = mine;
      }
      const op = D.lines[line][1], moved = kind >= REMOVED && op >= 0 && moves(s).has(op) ? '<span class="moved">   ⇄ moved</span>' : '';
      out += `<div class="row k${kind === REPLACED ? (left ? REMOVED : ADDED) : kind}${op >= 0 && op === view.op ? ' sel' : ''}${view.hits[view.hit] === row ? ' hitrow' : ''}" ${top} data-op="${op}"><span class="no">${at + 1}</span>${opens(line) ? `<span class="fold" data-fold="${row}">${view.folded.has(row) ? '▸' : '▾'}</span>` : ''}${markup(list, line, from, to)}${moved}</div>`;
    }
    body.innerHTML = out;
  }
}
function moves(s) {
  if (!s.moved) {
    const gone = new Set();
    s.moved = new Set();
    for (let r = 0; r < s.rows.length; r += 3) if (s.rows[r] === REMOVED || s.rows[r] === REPLACED) gone.add(D.lines[s.old[s.rows[r + 1]]][1]);
    for (let r = 0; r < s.rows.length; r += 3) if (s.rows[r] === ADDED || s.rows[r] === REPLACED) { const op = D.lines[s.lines[s.rows[r + 2]]][1]; if (gone.has(op)) s.moved.add(op); }
  }
  return s.moved;
}
function refresh() { layout(); sized(); draw(); }

const ms = t => t >= 1000 ? (t / 1000).toFixed(2) + ' s' : t >= 10 ? t.toFixed(0) + ' ms' : t.toFixed(2) + ' ms';
const title = s => s.flag || 'input';
function drawPasses() {
  $('passes').innerHTML = stages.map((s, n) => {
    const before = n && s.flag ? stages[n - 1].total : s.total, delta = s.total - before;
    const bar = mix(s).map(([d, c]) => `<span style="flex:${c};background:${colors[d]}" title="${d} ${c}"></span>`).join('');
    return `<div class="pass${s.flag && !s.changed ? ' same' : ''}" role="option" data-stage="${n}"><span class="n">${n}</span><b>${escapeText(title(s))}</b>${s.failed ? ' <span class="bad">failed</span>' : ''}` +
      (s.options ? `<div class="opt">${escapeText(s.options)}</div>` : '') +
      `<div class="meta"><span>${count(s.total)} ops</span>${delta ? `<span class="${delta > 0 ? 'plus' : 'minus'}">${delta > 0 ? '+' : '−'}${count(Math.abs(delta))}</span>` : ''}${s.flag ? `<span>${s.changed ? count(s.changed) + ' lines' : 'no change'}</span>` : ''}<span>${s.flag ? ms(s.ms) : ''}</span></div><div class="mix">${bar}</div></div>`;
  }).join('');
}
function drawTimeline() {
  const w = 1000, top = 40, base = 82, n = stages.length, step = w / n, most = Math.max(...stages.map(s => s.ms), 1e-9), peak = Math.max(...stages.map(s => s.total), 1);
  let out = '';
  stages.forEach((s, k) => {
    const x = k * step, gap = Math.min(2, step / 5), width = step - gap;
    if (s.flag) { const h = Math.max(1, (top - 8) * s.ms / most); out += `<rect class="time${s.failed ? ' failed' : ''}" x="${x}" y="${top - h}" width="${width}" height="${h}"/>`; }
    let y = base;
    for (const [d, c] of mix(s)) { const h = (base - top - 4) * c / peak; y -= h; out += `<rect x="${x}" y="${y}" width="${width}" height="${h}" fill="${colors[d]}"/>`; }
    out += `<rect class="slot" data-stage="${k}" x="${x}" y="0" width="${step}" height="${base}"><title>${k} ${escapeText(title(s))}\n${s.flag ? ms(s.ms) + ', ' : ''}${count(s.total)} ops</title></rect>`;
  });
  const sum = stages.reduce((a, s) => a + s.ms, 0);
  const legend = Object.keys(colors).slice(0, 9).map(d => `<span><i style="background:${colors[d]}"></i>${escapeText(d)}</span>`).join('');
  $('timeline').innerHTML = `<div class="axis"><div><b>Time</b> ${ms(sum)} in ${count(n - 1)} passes</div><div><b>Ops</b> up to ${count(peak)}</div><div class="legend">${legend}</div></div><svg viewBox="0 0 ${w} 84" preserveAspectRatio="none">${out}</svg>`;
}

function show(n, keep) {
  view.stage = Math.max(0, Math.min(stages.length - 1, n));
  view.folded.clear(); view.opened.clear();
  const s = stages[view.stage];
  for (const e of document.querySelectorAll('.pass,.slot')) e.classList.toggle('on', +e.dataset.stage === view.stage);
  const row = document.querySelector('.pass.on');
  row.scrollIntoView({ block: 'nearest' });
  $('lefthead').textContent = s.flag ? `before ${s.flag}` : 'before';
  $('righthead').textContent = s.flag ? `after ${s.flag}${s.anchor !== 'builtin.module' ? ` on ${s.runs === 1 ? '' : count(s.runs) + ' '}${s.anchor}` : ''}${s.changed ? '' : ' (no change)'}` : 'the input';
  $('texts').style.gridTemplateColumns = s.flag ? '1fr 1fr' : '0 1fr';
  history.replaceState(null, '', '#' + view.stage);
  search(view.query, true);
  refresh();
  if (!keep) {
    const first = view.rows.findIndex(r => typeof r === 'number' && s.rows[3 * r] > ANEW);
    scrollTo(s.flag && first > 0 ? first - 4 : 0);
  }
  inspect();
}
function scrollTo(i) { for (const p of Object.values(panes)) p.scroll.scrollTop = Math.max(0, i) * HEIGHT; draw(); }
function reveal(row) {
  let i = view.rows.indexOf(row);
  if (i < 0) {
    const gap = view.rows.find(g => typeof g === 'object' && row >= g.from && row < g.from + g.gap);
    if (gap) { if (gap.fold !== undefined) view.folded.delete(gap.fold); else for (let r = gap.from; r < gap.from + gap.gap; r++) view.opened.add(r); refresh(); }
    i = view.rows.indexOf(row);
  }
  const height = panes.right.scroll.clientHeight / HEIGHT, top = panes.right.scroll.scrollTop / HEIGHT;
  if (i < top + 1 || i > top + height - 3) scrollTo(i - Math.floor(height / 2)); else draw();
}
function rowOf(op, s) {
  for (const left of [0, 1]) for (let r = 0; r < s.rows.length; r += 3) {
    const at = s.rows[r + 2 - left];
    if (at >= 0 && D.lines[(left ? s.old : s.lines)[at]][1] === op) return r / 3;
  }
  return -1;
}

// Details: the definition and the uses of a value, and where its op comes from.
const passLink = n => `<a data-stage="${n}">${n ? `pass ${n}` : 'the input'}${n ? ' ' + escapeText(title(stages[n])) : ''}</a>`;
function opText(op, stage) {
  const line = lineOfOp.get(op);
  if (line === undefined) return `<span class="code soft">${escapeText(D.names[D.ops.name[op]])} (only within the pass)</span>`;
  const s = stages[Math.max(0, Math.min(stage, stages.length - 1))];
  const known = n => n.after[D.lines[line][2]] !== undefined || D.lines[line].length < 3;
  let at = s.number;
  while (at > 0 && !known(stages[at])) at--;
  const list = tokens(line, stages[at].after);
  if (list.length && !list[0][0].trim()) list.shift();
  return `<span class="ref" data-go="${op}">${markup(list.map((t, n) => n ? t : [t[0].trimStart(), t[1], t[2]]), line)}</span>`;
}
function why(op) {
  const out = [], seen = new Set();
  let at = op;
  while (at !== undefined && at >= 0 && !seen.has(at)) {
    seen.add(at);
    const origin = originOf[at], born = D.ops.born[at];
    if (origin.length) {
      out.push(`<li>made in ${passLink(origin[0])} ${origin[1] < 0 ? 'in place of' : `by <b>${escapeText(D.names[origin[1]])}</b> from`} ${opText(origin[2], origin[0] - 1)}</li>`);
      at = origin[2];
      continue;
    }
    const place = D.places[D.ops.place[at]], source = D.sources[D.ops.source[at]], from = place ? `<code>${escapeText(place)}</code>` : '';
    const code = source ? `<div class="code soft">${escapeText(source)}</div>` : '';
    out.push(born > 0 && stages[born].flag ? `<li>made in ${passLink(born)}${from ? `, at the place of ${from}` : ''}${code}</li>` : `<li>in ${passLink(Math.max(0, born))}${from ? ` at ${from}` : ''}${code}</li>`);
    break;
  }
  const changes = touchedOf.get(op) || [], later = [];
  for (let i = 0; i < changes.length && i < 16; i += 2) later.push(`${passLink(changes[i])} (${escapeText(D.names[changes[i + 1]])})`);
  let text = `<ol class="why">${out.join('')}</ol>`;
  if (later.length) text += `<div class="soft">changed in place in ${later.join(', ')}</div>`;
  const fate = fateOf.get(op), end = stages.findIndex((s, n) => n >= D.ops.born[op] && s.flag && n > 0 && s.ops && !present(s, op));
  if (fate) text += `<div>gone in ${passLink(fate[0])}: <b>${escapeText(D.names[fate[1]])}</b>${fate.length > 2 ? ` put <code>${fate.slice(2).map(v => markup([[nameOf(v, stages[fate[0]].after), 'v', v]], -1)).join(', ')}</code> in its place` : ''}</div>`;
  else if (end > 0) text += `<div>gone after ${passLink(end)}</div>`;
  return text;
}
function present(s, op) {
  if (!s.present) s.present = new Set(s.lines.map(l => D.lines[l][1]));
  return s.present.has(op);
}
function inspect() {
  const s = stages[view.stage];
  if (view.op < 0) {
    const rows = s.patterns.slice().sort((a, b) => b[1] - a[1] || b[3] - a[3]).slice(0, 60).map(([p, hits, misses, t]) => `<tr><td><code>${escapeText(D.names[p])}</code></td><td>${count(hits)}</td><td>${count(misses)}</td><td>${ms(t)}</td></tr>`).join('');
    const ops = Object.entries(s.ops).sort((a, b) => b[1] - a[1]), before = view.stage && s.flag ? stages[view.stage - 1].ops : s.ops;
    const gone = Object.entries(before).filter(([o]) => !(o in s.ops)).map(([o]) => [o, 0]);
    const counts = [...ops, ...gone].map(([o, c]) => { const d = c - (before[o] || 0); return `<tr><td><code>${escapeText(D.names[o])}</code></td><td>${count(c)}</td><td class="${d > 0 ? 'plus' : 'minus'}">${d ? (d > 0 ? '+' : '−') + count(Math.abs(d)) : ''}</td></tr>`; }).join('');
    $('inspector').innerHTML = `<div class="card"><h3>Ops after ${escapeText(title(s))}</h3><div class="legend soft">${mix(s).map(([d, c]) => `<span><i style="background:${colors[d]}"></i>${escapeText(d)} ${count(c)}</span>`).join('')}</div><table>${counts}</table></div>` +
      `<div class="card"><h3>${rows ? 'Patterns, folds and lowerings' : 'Click a value'}</h3>${rows ? `<table><tr><th>name</th><th>applied</th><th>did not</th><th>time</th></tr>${rows}</table>` : '<div class="soft">to see its definition, its uses, and why it exists: the pass, the pattern and the source line it comes from.<br><br>← → pass · / search · c only changes · t dark or light</div>'}</div>`;
    return;
  }
  const here = present(s, view.op), value = view.value;
  const names = here || !s.flag ? s.after : s.before, lines = here || !s.flag ? s.lines : s.old;
  let first = '', uses = [];
  if (value >= 0) {
    lines.forEach((l, n) => { if (D.lines[l].indexOf(value, 2) > 0) uses.push([l, n]); });
    const definer = D.values[value][0];
    let at = uses.findIndex(([l]) => D.lines[l][1] === definer);
    if (at < 0 || D.values[value][1] < 0) at = 0;
    const ref = ([l, n]) => `<span class="ref code" data-line="${n}" data-side="${lines === s.lines ? 1 : 0}"><span class="no">${n + 1}</span>${markup(tokens(l, names).map((t, k) => k ? t : [t[0].trimStart(), t[1], t[2]]), l)}</span>`;
    first = `<h3><code>${escapeText(nameOf(value, names))}</code> : <span class="code y">${escapeText(D.names[D.values[value][2]])}</span></h3>`;
    if (uses.length) { const def = uses.splice(at, 1)[0]; first += `<div class="soft">${D.values[value][1] < 0 ? 'argument of' : 'defined by'}</div>${ref(def)}<div class="soft">${uses.length ? `used by ${count(uses.length)}` : 'no uses'}</div>${uses.slice(0, 200).map(ref).join('')}`; }
    else first += '<div class="soft">not in the text of this pass</div>';
  } else first = `<h3><code>${escapeText(D.names[D.ops.name[view.op]])}</code></h3>${opText(view.op, view.stage)}`;
  const what = value >= 0 ? nameOf(value, names) : D.names[D.ops.name[view.op]];
  $('inspector').innerHTML = `<div class="card">${first}</div><div class="card"><h3>Why does <code>${escapeText(what)}</code> exist?</h3>${why(view.op)}</div>`;
}
function pick(value, op) {
  view.value = value;
  view.op = value >= 0 ? D.values[value][0] : op;
  draw(); inspect();
}

// Search: rows of this pass, and a mark at the passes whose changes have the text.
function search(query, quiet) {
  view.query = query; view.hits = []; view.hit = -1;
  const q = query.toLowerCase(), s = stages[view.stage];
  if (q) {
    for (let r = 0; r < s.rows.length / 3; r++) {
      const i = s.rows[3 * r + 1], j = s.rows[3 * r + 2];
      if ((j >= 0 && textOf(s.lines[j], s.after).toLowerCase().includes(q)) || (i >= 0 && s.rows[3 * r] !== EQUAL && textOf(s.old[i], s.before).toLowerCase().includes(q))) view.hits.push(r);
    }
  }
  const shapes = q ? D.shapes.map(t => t.toLowerCase().includes(q)) : null;
  document.querySelectorAll('.pass').forEach((e, n) => {
    e.querySelector('.hit')?.remove();
    if (shapes && stages[n].flag && stages[n].rows.some((k, r) => r % 3 === 0 && k > ANEW && shapes[D.lines[k === REMOVED ? stages[n].old[stages[n].rows[r + 1]] : stages[n].lines[stages[n].rows[r + 2]]][0]])) e.insertAdjacentHTML('beforeend', '<span class="hit" title="its changes have the text"></span>');
  });
  if (!quiet && view.hits.length) next(1); else said();
}
function next(step) {
  if (!view.hits.length) return said();
  view.hit = (view.hit + step + view.hits.length) % view.hits.length;
  said(); reveal(view.hits[view.hit]);
}
function said() { $('found').textContent = view.query ? (view.hits.length ? `${view.hit + 1}/${count(view.hits.length)}` : 'none') : ''; }

function listen() {
  let leading = null;
  for (const side of ['left', 'right']) {
    const { scroll } = panes[side], other = panes[side === 'left' ? 'right' : 'left'].scroll;
    scroll.addEventListener('scroll', () => {
      if (leading && leading !== scroll) return;
      leading = scroll;
      other.scrollTop = scroll.scrollTop;
      requestAnimationFrame(() => { draw(); leading = null; });
    }, { passive: true });
  }
  document.addEventListener('click', e => {
    const t = e.target, near = k => t.closest(`[data-${k}]`)?.dataset[k];
    if (near('v') !== undefined) return pick(+near('v'));
    if (near('wide') !== undefined) { view.wide.add(+near('wide')); sized(); return draw(); }
    if (near('fold') !== undefined) { const r = +near('fold'); if (!view.folded.delete(r)) view.folded.add(r); return refresh(); }
    if (near('gap') !== undefined) { const g = view.rows[+near('gap')]; if (g.fold !== undefined) view.folded.delete(g.fold); else for (let r = g.from; r < g.from + g.gap; r++) view.opened.add(r); return refresh(); }
    if (near('stage') !== undefined) return show(+near('stage'));
    if (near('line') !== undefined) { const s = stages[view.stage], k = 1 + +near('side'), n = +near('line'); for (let r = 0; r < s.rows.length; r += 3) if (s.rows[r + k] === n) return reveal(r / 3); }
    if (near('go') !== undefined) { const op = +near('go'); let n = view.stage; while (n > 0 && !present(stages[n], op)) n--; if (present(stages[n], op)) { if (n !== view.stage) show(n, true); pick(-1, op); reveal(rowOf(op, stages[n])); } return; }
    if (near('op') !== undefined) return pick(-1, +near('op'));
  });
  $('search').addEventListener('input', e => { clearTimeout(view.timer); view.timer = setTimeout(() => { search(e.target.value); draw(); }, 120); });
  $('search').addEventListener('keydown', e => { if (e.key === 'Enter') next(e.shiftKey ? -1 : 1); if (e.key === 'Escape') e.target.blur(); e.stopPropagation(); });
  $('changes').addEventListener('click', onlyChanges);
  $('theme').addEventListener('click', theme);
  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const act = { ArrowRight: () => show(view.stage + 1), ArrowLeft: () => show(view.stage - 1), j: () => show(view.stage + 1), k: () => show(view.stage - 1), '/': () => $('search').focus(), c: onlyChanges, t: theme, n: () => next(1), N: () => next(-1), Escape: () => { view.value = view.op = -1; draw(); inspect(); } }[e.key];
    if (act) { e.preventDefault(); act(); }
  });
  addEventListener('resize', draw);
}
function onlyChanges() { view.only = !view.only; view.opened.clear(); $('changes').setAttribute('aria-pressed', view.only); refresh(); scrollTo(0); }
function theme() { const dark = document.documentElement.dataset.theme === 'dark'; paint(dark ? 'light' : 'dark'); try { localStorage.setItem('mlirlite-theme', dark ? 'light' : 'dark'); } catch { /* no storage for files */ } }
function paint(name) { document.documentElement.dataset.theme = name; }

(async () => {
  let wanted = null;
  try { wanted = localStorage.getItem('mlirlite-theme'); } catch { /* no storage for files */ }
  paint(wanted || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  D = await unpack();
  replay();
  for (const side of ['left', 'right']) panes[side] = { scroll: $(side), body: $(side).firstElementChild };
  drawPasses(); drawTimeline(); listen();
  const asked = +location.hash.slice(1), first = stages.findIndex(s => s.changed);
  show(location.hash && asked < stages.length ? asked : Math.max(0, first));
  document.documentElement.dataset.ready = Math.round(performance.now());
})();
