// Each record asserts what it holds, so the file tests whoever reads it.
include "included.td"
include "included.td"

#ifdef INCLUDED
#define HAS_IT /* a comment */ // and another
#else
def not_here : Missing;
#endif
#ifndef HAS_IT
#ifdef ANYTHING
"unterminated
#endif
def not_here_either : Missing;
#endif

/* Comments /* nest */ here. */

class Forward;
class Pair<int a, int b = !add(a, 1)> {
  int first = a;
  int second = b;
  int sum = !add(first, second);
  string name = NAME;
}
class Forward<string text> { string words = text; }

def P : Pair<3> { assert !eq(sum, 7), "3 + 4"; assert !eq(name, "P"), "NAME"; }
def Q : Pair<3> { let second = 10; assert !eq(sum, 13), "let counts before fields are resolved"; }
def Named : Pair<b = 7, a = 1> { assert !eq(sum, 8), "named arguments"; }
def Call {
  Pair pair = Pair<5>;
  int six = Pair<5>.second;
  int eleven = pair.sum;
  Forward f = Forward<"a" "b" "c">;
  assert !eq(six, 6), "a field of a class with arguments";
  assert !eq(eleven, 11), "a field of a field";
  assert !eq(f.words, "abc"), "strings stand side by side";
}

// Numbers and bits.
class Word<bits<8> v> {
  bits<8> all = v;
  bits<4> high = all{7-4};
  bits<4> low = all{3...0};
  bits<2> ends = {all{7}, all{0}};
  bits<8> turned = all{0...7};
  bits<8> mixed;
  let mixed{7-4} = low;
  let mixed{3-0} = high;
  field bits<4> open;
}
def W : Word<0b10010110> {
  assert !eq(high, 9), "high";
  assert !eq(low, 6), "low";
  assert !eq(ends, 0b10), "ends";
  assert !eq(turned, 0b01101001), "turned";
  assert !eq(mixed, 0x69), "mixed";
  let open{1} = 1;
}
def Numbers {
  int hex = 0xff;
  int minus = -5;
  int plus = +7;
  bit yes = true;
  bit no = 0;
  int all = !add(1, 2, 3, 4);
  int div = !div(-7, 2);
  int shift = !shl(1, 62);
  int logical = !srl(-1, 60);
  int arithmetic = !sra(-16, 2);
  int log = !logtwo(1000);
  assert !eq(hex, 255), "hex";
  assert !and(!eq(all, 10), !eq(!mul(2, 3, 4), 24), !eq(!sub(3, 5), -2)), "arithmetic";
  assert !eq(div, -3), "division truncates";
  assert !and(!eq(logical, 15), !eq(arithmetic, -4), !eq(log, 9)), "shifts";
  assert !eq(!or(1, 6), 7), "or";
  assert !eq(!xor(5, 1), 4), "xor";
  assert !not(no), "not";
  assert !lt(minus, plus), "lt";
  assert !ge("b", "a"), "strings are compared";
}

// Strings.
defvar global = "global";
def Strings {
  string joined = "a" # "b" # 3;
  string verbatim = global # global;
  code body = [{ some "code" }];
  string more = body # "!";
  assert !eq(joined, "ab3"), "paste";
  assert !eq(verbatim, "globalglobal"), "on the right, a global's name stands for itself";
  assert !eq(!size("four"), 4), "size";
  assert !eq(!substr("abcdef", 2, 3), "cde"), "substr";
  assert !eq(!substr("abcdef", 4), "ef"), "substr to the end";
  assert !eq(!find("abcabc", "c", 3), 5), "find";
  assert !eq(!find("abc", "x"), -1), "find nothing";
  assert !eq(!subst("a", "xy", "banana"), "bxynxynxy"), "subst";
  assert !eq(!toupper("aB1"), "AB1"), "toupper";
  assert !eq(!tolower("aB1"), "ab1"), "tolower";
  assert !eq(!interleave(["a", "b"], ", "), "a, b"), "interleave";
  assert !eq(!interleave([1, 2, 3], "+"), "1+2+3"), "interleave integers";
  assert !match("int_foo", "^int_"), "match";
  assert !eq("tab\tquote\"", !strconcat("tab\t", "quote", "\"")), "escapes";
  assert !eq(!repr([1, 2]), "[1, 2]"), "repr";
}

// Lists.
def Lists {
  list<int> some = [1, 2, 3, 4, 5];
  list<int> part = some[1...2, 4];
  list<int> one = some[0,];
  int third = some[2];
  list<list<int>> nested = [[1], [2, 3], []];
  assert !eq(!interleave(part, " "), "2 3 5"), "slice";
  assert !eq(!size(one), 1), "a slice of one";
  assert !eq(third, 3), "element";
  assert !eq(!interleave(!foreach(x, some, !mul(x, x)), " "), "1 4 9 16 25"), "foreach";
  assert !eq(!interleave(!filter(x, some, !gt(x, 3)), " "), "4 5"), "filter";
  assert !eq(!foldl(0, some, sum, x, !add(sum, x)), 15), "foldl";
  assert !eq(!head(some), 1), "head";
  assert !eq(!size(!tail(some)), 4), "tail";
  assert !empty([]<int>), "empty";
  assert !eq(!interleave(!listconcat(some, [6], []), ""), "123456"), "listconcat";
  assert !eq(!interleave(some # [7], ""), "123457"), "paste of lists";
  assert !eq(!interleave(!listremove(some, [2, 4]), ""), "135"), "listremove";
  assert !eq(!interleave(!listsplat("x", 3), ""), "xxx"), "listsplat";
  assert !eq(!interleave(!listflatten(nested), ""), "123"), "listflatten";
  assert !eq(!interleave(!range(3), ""), "012"), "range";
  assert !eq(!interleave(!range(2, 8, 3), ""), "25"), "range with step";
  assert !eq(!interleave(!range(3, 0, -1), ""), "321"), "range backwards";
  assert !eq(!size(!range(some)), 5), "range of a list";
}

// Dags.
class Node;
def op : Node;
def other : Node;
def Dags {
  dag d = (op:$name 1:$one, "two", $three, (other 4));
  dag e = !con(d, (op 5:$five));
  assert !eq(!size(e), 5), "size of a dag";
  assert !eq(!getdagarg<int>(e, "five"), 5), "argument by name";
  assert !eq(!getdagarg<string>(e, 1), "two"), "argument by position";
  assert !eq(!getdagname(e, 2), "three"), "name";
  assert !eq(!getdagop(e), op), "operator";
  assert !eq(!getdagopname(e), "name"), "name of the operator";
  assert !eq(!getdagop<Node>(!setdagop(e, other)), other), "another operator";
  assert !eq(!getdagarg<int>(!setdagarg(e, "one", 7), 0), 7), "another argument";
  assert !eq(!getdagname(!setdagname(e, 0, "eins"), 0), "eins"), "another name";
  assert !eq(!repr(!dag(op, [1, 2], ["a", ?])), "(op 1:$a, 2)"), "made";
  assert !eq(!repr(!foreach(x, (op op, (op other)), !subst(op, other, x))),
             "(other other, (other other))"), "foreach over a dag";
}

// Choices.
def Choices {
  int x = 2;
  string word = !cond(!lt(x, 2): "small", !eq(x, 2): "two", true: "large");
  string arm = !if(!eq(x, 2), "yes", "no");
  list<int> either = !if(0, [1], []);
  assert !eq(word, "two"), "cond";
  assert !eq(arm, "yes"), "if";
  assert !empty(either), "if with an empty list";
  assert !initialized(x), "initialized";
  assert !not(!initialized(?)), "not initialized";
}

// Records by name, and what they are.
def Casts {
  Pair p = !cast<Pair>("P");
  string text = !cast<string>(P) # !cast<string>(12);
  bit is = !isa<Pair>(p);
  bit is_not = !isa<Node>(P);
  bit there = !exists<Pair>("Q");
  bit not_there = !exists<Node>("Q");
  dag me = (Casts);
}
def CastsChecked {
  assert !and(Casts.is, Casts.there, !not(Casts.is_not), !not(Casts.not_there)), "isa, exists";
  assert !eq(Casts.text, "P12"), "cast to string";
  assert !eq(Casts.p.sum, 7), "cast by name";
  assert !eq(!size(!instances<Word>()), 1), "instances";
  assert !eq(!cast<string>(!head(!instances<Pair>("^Q$"))), "Q"), "instances by name";
}

// Multiclasses.
multiclass Base<int n> {
  def _a : Pair<n>;
  def _b : Pair<!mul(n, 10)> { string who = NAME # "!"; }
}
multiclass Both<int n, string s = "s"> : Base<!add(n, 1)> {
  foreach i = 0...2 in
    if !ne(i, 1) then
      def s # i : Pair<i>;
    else {
      defvar twice = !mul(i, 2);
      def _odd : Pair<twice>;
    }
  defm _inner : Base<n>;
  assert !gt(n, 0), "positive";
}
class Extra { int extra = 1; }
let first = 100 in
defm M : Both<1>, Extra;
defm "" : Base<5>;
defm : Base<6>;
multiclass Nameless { def : Node; }
defm N : Nameless;
defm N2 : Nameless;
def MultiChecked {
  assert !eq(!cast<Pair>("M_a").first, 100), "let around a defm";
  assert !eq(M_a.extra, 1), "a class behind the multiclasses";
  assert !eq(M_inner_b.name, "M_inner_b"), "NAME in a class is that of the record";
  assert !eq(M_inner_b.who, "M_inner!"), "NAME in a multiclass is that of the defm";
  assert !exists<Pair>("Ms0"), "the name of an argument is its value";
  assert !exists<Pair>("M_odd"), "else";
  assert !not(!exists<Pair>("Ms1")), "not then";
  assert !eq(_b.first, 50), "defm with an empty name";
}

// Loops and other statements at the top.
foreach i = [1, 2] in
foreach j = {0-1, 5} in
  def Grid#i#_#j : Pair<!add(i, j)>;
if !exists<Pair>("Grid2_9") then {
  def Then;
} else
  def Else;
defset list<Pair> Set = {
  def S1 : Pair<1>;
  def S2 : Pair<2>;
}
deftype Number = int;
class Typed<Number n> { Number value = n; }
def T : Typed<4>;
let second = 1, first = ? in {
  def Let1 : Pair<9> { let first = 2; assert !eq(sum, 3), "a body's let is last"; }
}
assert !eq(!size(Set), 2), "defset";
def Unset { string u; int v = ?; list<int> l; dag d = (op ?:$x); }
def "quoted name" : Node;
def : Node;

// A list that is joined has the type of its first part: instances with it are others than with a
// list of the same elements.
class Special<int n> : Pair<n>;
def Sp : Special<1>;
def Pl : Pair<2>;
class Keeps<list<Pair> pairs> { list<Pair> held = pairs; }
def OfLiteral { Keeps kept = Keeps<[Sp, Pl]>; }
def OfJoined { Keeps kept = Keeps<!listconcat([Sp], [Pl])>; }
def OfPasted { Keeps kept = Keeps<[Sp] # [Pl]>; }

// Where a record of a defm comes from, in loops that wait for arguments and in others.
multiclass Places<list<string> words = ["x"], bit more = true> {
  foreach word = words in
    def _#word;
  foreach word = ["y", "z"] in {
    def _#word;
    if more then
      def _more_#word;
  }
}
defm Pl1 : Places<>;
multiclass Outer<list<string> words> { defm _in : Places<words, 0>; }
defm Pl2 : Outer<["v", "w"]>;
