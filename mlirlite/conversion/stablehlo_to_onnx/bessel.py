"""Bessel functions of the orders 0 and 1, in double precision, element by element.

Chebyshev coefficients were fitted to mpmath's values; each error is below 2e-15."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mlirlite.conversion.stablehlo_to_onnx.builder import Tensor
from mlirlite.conversion.stablehlo_to_onnx.gamma import bessel_i1e, chebyshev

_J0 = (
    *(0.15772797147489012, -0.008723442352852221, 0.2651786132033368),
    *(-0.37009499387264977, 0.15806710233209725, -0.034893769411408884),
    *(0.004819180069467605, -0.00046062616620627504, 3.246032882100508e-05),
    *(-1.7619469077621507e-06, 7.608163592418782e-08, -2.679253530557673e-09),
    *(7.848696314479465e-11, -1.9438346867370164e-12, 4.125320595634374e-14),
    *(-7.588508125447546e-16,),
)
"""J0(x), in x * x / 32 - 1, up to 8."""
_J1 = (
    *(0.08104484632565812, -0.1489751450676521, 0.1609992623572097),
    *(-0.08268049176681791, 0.022213639654966037, -0.003646940600769276),
    *(0.0004050337728354822, -3.255554866857259e-05, 1.9858774049915165e-06),
    *(-9.521984756750436e-08, 3.687133759097148e-09, -1.178026622695885e-10),
    *(3.160154580348003e-12, -7.221755239651773e-14, 1.4232144003513942e-15),
)
"""J1(x) / x, in x * x / 32 - 1, up to 8."""
_Y0 = (
    *(-0.03314611320328494, -0.2744743055297453, 0.17903431407718265),
    *(0.26156734625504663, -0.17730201278114358, 0.04719668959576339),
    *(-0.007287962479552079, 0.0007531135932577742, -5.632079141056987e-05),
    *(3.206532537654801e-06, -1.44072332740187e-07, 5.248794787330516e-09),
    *(-1.5837552541812015e-10, 4.02633081830612e-12, -8.747341203310769e-14),
    *(1.6434898714919468e-15,),
)
"""Y0(x) - 2 / pi log(x) J0(x), in x * x / 32 - 1, up to 8."""
_Y1 = (
    *(0.0025380132357417816, -0.01608717304766875, -0.09591204536083074),
    *(0.08445197259652346, -0.028328123944594365, 0.005289897544167113),
    *(-0.0006414551451326356, 5.505982873338744e-05, -3.53808001868935e-06),
    *(1.7707804556154404e-07, -7.11055004989928e-09, 2.344337905911516e-10),
    *(-6.4651518414115946e-12, 1.51429151205002e-13, -3.0511859694473254e-15),
    *(5.34668038572867e-17,),
)
"""(Y1(x) - 2 / pi (log(x) J1(x) - 1 / x)) / x, in x * x / 32 - 1, up to 8."""
_P0 = (
    *(0.9994603493475176, -0.0005365220468131871, 3.0751847875188528e-06),
    *(-5.1705945376034764e-08, 1.6306464635135532e-09, -7.864091377224525e-11),
    *(5.168262387336952e-12, -4.304578869911268e-13, 4.326595743136236e-14),
    *(-5.0690340959074286e-15, 6.748072215688255e-16),
)
"""The even part of the amplitude of J0, in 128 / (x * x) - 1, from 8."""
_Q0 = (
    *(-0.015555854605336872, 6.838519942611056e-05, -7.414498411058482e-07),
    *(1.797245724795728e-08, -7.271915936857794e-10, 4.2201219046609327e-11),
    *(-3.20674742098806e-12, 3.006145125340778e-13, -3.336328185306666e-14),
    *(4.2552250402202236e-15, -6.099930131595837e-16, 9.662128970219497e-17),
    *(-1.6686065214208162e-17,),
)
"""Its odd part, times x / 8."""
_P1 = (
    *(1.0009030408600155, 0.000898989833085909, -3.9872843004881656e-06),
    *(6.177633960641289e-08, -1.87189074910453e-09, 8.816898659568494e-11),
    *(-5.7048636403822855e-12, 4.699195515215256e-13, -4.6842237839703735e-14),
    *(5.4526748960149676e-15, -7.22118084222542e-16),
)
"""The even part of the amplitude of J1, in 128 / (x * x) - 1, from 8."""
_Q1 = (
    *(0.046777787069535136, -9.627723549156346e-05, 9.138615257952929e-07),
    *(-2.095978138407017e-08, 8.229193327641088e-10, -4.686363688168391e-11),
    *(3.5152187949592992e-12, -3.264315674316121e-13, 3.596776582899639e-14),
    *(-4.561252395050377e-15, 6.508282957736404e-16, -1.0269147531734534e-16),
    *(1.767635548758527e-17,),
)
"""Its odd part, times x / 8."""
_I0_NEAR = (
    *(0.33839763720473803, -0.3046826723431984, 0.17162090152220877),
    *(-0.09490109704804764, 0.04930528423967071, -0.02373741480589947),
    *(0.010546460394594998, -0.004324309995050576, 0.0016394756169413357),
    *(-0.0005763755745385824, 0.00018850288509584165, -5.754195010082104e-05),
    *(1.6448448070728896e-05, -4.4167383584587505e-06, 1.1173875391201037e-06),
    *(-2.670793853940612e-07, 6.046995022541919e-08, -1.300025009986248e-08),
    *(2.6598237246823866e-09, -5.189795601635263e-10, 9.675809035373237e-11),
    *(-1.726826291441556e-11, 2.95505266312964e-12, -4.856446783111929e-13),
    *(7.676185498604936e-14, -1.1685332877993451e-14, 1.715391285555133e-15),
    *(-2.431279846547955e-16,),
)
"""exp(-x) I0(x), in x / 4 - 1, up to 8."""
_I0_FAR = (
    *(0.4022452088849616, 0.003369116755525897, 6.889760105038278e-05),
    *(2.8913722006686994e-06, 2.0489209193328284e-07, 2.266673060312107e-08),
    *(3.396238344982303e-09, 4.9406018213956e-10, 1.1888549538816344e-11),
    *(-3.149941218414262e-11, -1.3215842422280635e-11, -1.7941611194743888e-12),
    *(7.180213350416059e-13, 3.8527801790126934e-13, 1.5399734852323007e-14),
    *(-4.150594505417557e-14, -9.554728847141485e-15, 3.8117348412580154e-15),
    *(1.7725483866796672e-15, -3.425582020156848e-16, -2.8276112740000165e-16),
)
"""exp(-x) I0(x) sqrt(x), in 16 / x - 1, from 8."""
_K0_NEAR = (
    *(-0.2676636966169514, 0.3442898999246285, 0.0359799365153615),
    *(0.001264615411446926, 2.286212103119452e-05, 2.5347910790261494e-07),
    *(1.904516377220209e-09, 1.0349695257633625e-11, 4.2598161427910826e-14),
    *(1.3744654358807508e-16,),
)
"""K0(x) + log(x / 2) I0(x), in x * x / 2 - 1, up to 2."""
_K1_NEAR = (
    *(0.7626501136694739, -0.3531559607765449, -0.12261118082265715),
    *(-0.006975723859639864, -0.0001730288957513052, -2.4334061415659684e-06),
    *(-2.213387630734726e-08, -1.4114883926335278e-10, -6.666901694199329e-13),
    *(-2.427449850519366e-15,),
)
"""x K1(x) - x log(x / 2) I1(x), in x * x / 2 - 1, up to 2."""
_K0_FAR = (
    *(1.220151509189892, -0.031448094917367116, 0.0015698830957549849),
    *(-0.00012849538075285279, 1.3949794716437675e-05, -1.8317520577276219e-06),
    *(2.7668067904357994e-07, -4.660475415763984e-08, 8.574001584064577e-09),
    *(-1.6975268744342331e-09, 3.5773785034283807e-10, -7.957441226573038e-11),
    *(1.8559363994706293e-11, -4.514563130592651e-12, 1.1403308124575518e-12),
    *(-2.980068689325589e-13, 8.032807224930986e-14, -2.227488039688398e-14),
    *(6.339998325135045e-15, -1.8485687486883446e-15, 5.51197694879237e-16),
)
"""exp(x) sqrt(x) K0(x), in 4 / x - 1, from 2."""
_K1_FAR = (
    *(1.3603131997640519, 0.10392372498627965, -0.0028578156634231247),
    *(0.00019521535919880264, -1.9361954834639235e-05, 2.4064805710265275e-06),
    *(-3.501952181147828e-07, 5.741066679148125e-08, -1.0345724022235914e-08),
    *(2.015040824069691e-09, -4.1903330330722315e-10, 9.218260143650187e-11),
    *(-2.129953378059494e-11, 5.139600424477051e-12, -1.2891629873881263e-12),
    *(3.3483881431720876e-13, -8.976612347011853e-14, 2.4771264484985034e-14),
    *(-7.0197509669801935e-15, 2.038676121613917e-15, -6.056960750361943e-16),
)
"""exp(x) sqrt(x) K1(x), in 4 / x - 1, from 2."""


def bessel_i0e(x: Tensor) -> Tensor:
    """The modified function of the first kind, of order 0, times exp(-|x|)."""
    size = x("Abs")
    near = size <= 8.0
    first = chebyshev(near.where(size, 8.0) * 0.25 - 1, _I0_NEAR)
    high = near.where(x.like(8.0), size)
    second = chebyshev(16.0 * high("Reciprocal") - 1, _I0_FAR) / high("Sqrt")
    return near.where(first, second)


def bessel_i0(x: Tensor) -> Tensor:
    """The modified function of the first kind, of order 0."""
    return bessel_i0e(x) * x("Abs")("Exp")


def bessel_i1(x: Tensor) -> Tensor:
    """The modified function of the first kind, of order 1."""
    return bessel_i1e(x) * x("Abs")("Exp")


def _waves(x: Tensor, even: Sequence[float], odd: Sequence[float], turn: float) -> list[Tensor]:
    """Both functions from 8, as waves: J, Y."""
    inverse = x("Reciprocal")
    t = inverse * inverse * 128.0 - 1
    p, q = chebyshev(t, even), chebyshev(t, odd) * inverse * 8.0
    cosine, sine, size = (x - turn)("Cos"), (x - turn)("Sin"), (inverse * (2 / math.pi))("Sqrt")
    return [size * (p * cosine - q * sine), size * (p * sine + q * cosine)]


def _parted(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Whether numbers are below 8, and both parts of them."""
    size = x("Abs")
    near = size < 8.0
    return near, near.where(size, 1.0), near.where(x.like(8.0), size)


def bessel_j0(x: Tensor) -> Tensor:
    """The function of the first kind, of order 0."""
    near, low, high = _parted(x)
    far = _waves(high, _P0, _Q0, math.pi / 4)[0]
    found = near.where(chebyshev(low * low * (1 / 32) - 1, _J0), far)
    return x("IsInf").where(0.0, found)


def bessel_j1(x: Tensor) -> Tensor:
    """The function of the first kind, of order 1."""
    near, low, high = _parted(x)
    far = _waves(high, _P1, _Q1, 3 * math.pi / 4)[0]
    found = near.where(chebyshev(low * low * (1 / 32) - 1, _J1) * low, far)
    found = x("IsInf").where(0.0, found)
    return (x < 0).where(-found, found)


def bessel_y0(x: Tensor) -> Tensor:
    """The function of the second kind, of order 0."""
    near, low, high = _parted(x)
    t = low * low * (1 / 32) - 1
    first = chebyshev(t, _Y0) + low("Log") * chebyshev(t, _J0) * (2 / math.pi)
    found = near.where(first, _waves(high, _P0, _Q0, math.pi / 4)[1])
    return _of_positive(x, x("IsInf").where(0.0, found), -math.inf)


def bessel_y1(x: Tensor) -> Tensor:
    """The function of the second kind, of order 1."""
    near, low, high = _parted(x)
    t = low * low * (1 / 32) - 1
    first = chebyshev(t, _J1) * low * low("Log") - low("Reciprocal")
    first = chebyshev(t, _Y1) * low + first * (2 / math.pi)
    found = near.where(first, _waves(high, _P1, _Q1, 3 * math.pi / 4)[1])
    return _of_positive(x, x("IsInf").where(0.0, found), -math.inf)


def _of_positive(x: Tensor, found: Tensor, at_zero: float) -> Tensor:
    return (x < 0).where(math.nan, x.equal(0).where(at_zero, found))


def _k(x: Tensor, order: int) -> tuple[Tensor, Tensor, Tensor]:
    """Whether numbers are up to 2, the function there, and times exp(x) from there."""
    near = x <= 2.0
    low, high = near.where(x, 1.0), near.where(x.like(2.0), x)
    t = low * low * 0.5 - 1
    log = (low * 0.5)("Log")
    if order == 0:
        first = chebyshev(t, _K0_NEAR) - log * bessel_i0(low)
    else:
        first = chebyshev(t, _K1_NEAR) / low + log * bessel_i1(low)
    series = _K0_FAR if order == 0 else _K1_FAR
    return near, first, chebyshev(4.0 * high("Reciprocal") - 1, series) / high("Sqrt")


def bessel_k(x: Tensor, order: int) -> Tensor:
    """The modified function of the second kind."""
    near, first, second = _k(x, order)
    return _of_positive(x, near.where(first, second * (-x)("Exp")), math.inf)


def bessel_ke(x: Tensor, order: int) -> Tensor:
    """The modified function of the second kind, times exp(x)."""
    near, first, second = _k(x, order)
    low = near.where(x, 0.0)
    return _of_positive(x, near.where(first * low("Exp"), second), math.inf)
