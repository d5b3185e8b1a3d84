/* Shoes in lockstep by hand-written AVX2: the near-limit that sim.lanes is measured against. Eight
 * decks, cut card 14, one more round; xoshiro256++ in four lanes of 64 bits, twice side by side.
 * Sixteen shoes a register, four registers of them. Never shipped. */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define GROUPS 4
#define LANES (16 * GROUPS)
#define SHOES_OF_LANE 64
#define CODES 12100

typedef __m256i V;
static uint64_t scalar_state;

static uint64_t scalar(void) {
    uint64_t z = (scalar_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline V rotl(V x, int k) {
    return _mm256_or_si256(_mm256_slli_epi64(x, k), _mm256_srli_epi64(x, 64 - k));
}

static inline V next(V *s) {
    V out = _mm256_add_epi64(rotl(_mm256_add_epi64(s[0], s[3]), 23), s[0]);
    V t = _mm256_slli_epi64(s[1], 17);
    s[2] = _mm256_xor_si256(s[2], s[0]);
    s[3] = _mm256_xor_si256(s[3], s[1]);
    s[1] = _mm256_xor_si256(s[1], s[2]);
    s[0] = _mm256_xor_si256(s[0], s[3]);
    s[2] = _mm256_xor_si256(s[2], t);
    s[3] = rotl(s[3], 45);
    return out;
}

static int16_t count[10][LANES], limit[LANES];
static int more[LANES], shoes[LANES], going;
static int64_t *table[LANES], *dummy;

static int below(int bound) {
    for (;;) {
        uint32_t product = (uint32_t)(uint16_t)scalar() * (uint32_t)bound;
        if ((product & 0xFFFF) >= 65536u % (uint32_t)bound) return (int)(product >> 16);
    }
}

static void begin(int lane) {
    int number = below(416), points = 9;
    count[0][lane] = 415;
    for (int j = 1; j < 10; j++) {
        int16_t full = (int16_t)(32 * (j + 3));
        if (full > number) full--, points--;
        count[j][lane] = full;
    }
    limit[lane] = (int16_t)(14 + (points ? points : 10));
    more[lane] = -1;
}

static void ended(int lane) {
    if (more[lane] < 0) {
        more[lane] = 1;
        limit[lane] = 32766;
    } else {
        begin(lane);
        if (++shoes[lane] == SHOES_OF_LANE) {
            going--;
            table[lane] = dummy;
        }
    }
}

#define I(x) _mm256_set1_epi16((int16_t)(x))
#define MORE(a, b) _mm256_cmpgt_epi16(a, b)
#define ADD(a, b) _mm256_add_epi16(a, b)
#define SUB(a, b) _mm256_sub_epi16(a, b)
#define AND(a, b) _mm256_and_si256(a, b)
#define PICK(m, a, b) _mm256_blendv_epi8(b, a, m)
#define MOD(t) SUB(t, AND(MORE(t, I(9)), I(10)))

static inline V card(V r, V *c) {
    V points = I(9);
    for (int j = 1; j < 10; j++) {
        V m = MORE(c[j], r);
        c[j] = ADD(c[j], m);
        points = ADD(points, m);
    }
    return points;
}

/* `bins` is four tables of codes, and one more for lanes that are done. */
void lanes(uint64_t seed, int64_t blocks, int64_t *bins) {
    V one[4], two[4];
    scalar_state = seed;
    uint64_t *words = (uint64_t *)one;
    for (int i = 0; i < 16; i++) words[i] = scalar();
    words = (uint64_t *)two;
    for (int i = 0; i < 16; i++) words[i] = scalar();
    dummy = bins + 4 * CODES;
    for (int64_t block = 0; block < blocks; block++) {
        going = LANES;
        for (int lane = 0; lane < LANES; lane++) {
            begin(lane);
            shoes[lane] = 0;
            table[lane] = bins + lane % 4 * CODES;
        }
        while (going)
            for (int g = 0; g < GROUPS; g++) {
                V c[10], w[6], r[6], odd = I(0);
                for (int j = 0; j < 10; j++)
                    c[j] = _mm256_loadu_si256((V *)(count[j] + 16 * g));
                for (int k = 0; k < 6; k++) {
                    w[k] = next(k % 2 ? one : two);
                    V bound = SUB(c[0], I(k)), low = _mm256_mullo_epi16(w[k], bound);
                    r[k] = _mm256_mulhi_epu16(w[k], bound);
                    /* low < bound, unsigned: the lesser of the two is not the bound */
                    V least = _mm256_min_epu16(low, bound);
                    odd = _mm256_or_si256(
                        odd, _mm256_xor_si256(_mm256_cmpeq_epi16(least, bound), I(-1)));
                }
                int mask = _mm256_movemask_epi8(odd);
                while (mask) {
                    int lane = __builtin_ctz((unsigned)mask) / 2;
                    mask &= ~(3 << 2 * lane);
                    for (int k = 0; k < 6; k++) {
                        uint32_t bound = (uint32_t)(count[0][16 * g + lane] - k);
                        uint32_t low = (((uint16_t *)&w[k])[lane] * bound) & 0xFFFF;
                        if (low < bound && low < 65536 % bound)
                            ((int16_t *)&r[k])[lane] = (int16_t)below((int)bound);
                    }
                }
                V p = card(r[0], c), b = card(r[1], c);
                p = ADD(p, card(r[2], c)), p = MOD(p);
                b = ADD(b, card(r[3], c)), b = MOD(b);
                V lives = AND(MORE(I(8), p), MORE(I(8), b)), player = AND(lives, MORE(I(6), p));
                V x = card(PICK(player, r[4], I(32767)), c);
                V most = ADD(I(3), _mm256_srli_epi16(x, 1));
                most = SUB(most, AND(MORE(x, I(7)), SUB(I(13), x)));
                most = PICK(player, most, I(5));
                V banker = AND(lives, MORE(ADD(most, I(1)), b));
                V y = card(PICK(banker, PICK(player, r[5], r[4]), I(32767)), c);
                x = PICK(player, x, I(10)), y = PICK(banker, y, I(10));
                c[0] = ADD(SUB(c[0], I(4)), ADD(player, banker));
                V code = ADD(_mm256_mullo_epi16(p, I(1210)), _mm256_mullo_epi16(b, I(121)));
                code = ADD(code, ADD(_mm256_mullo_epi16(x, I(11)), y));
                for (int j = 0; j < 10; j++) _mm256_storeu_si256((V *)(count[j] + 16 * g), c[j]);
                V end = MORE(ADD(_mm256_loadu_si256((V *)(limit + 16 * g)), I(1)), c[0]);
                for (int l = 0; l < 16; l++) table[16 * g + l][((int16_t *)&code)[l]]++;
                mask = _mm256_movemask_epi8(end);
                while (mask) {
                    int lane = __builtin_ctz((unsigned)mask) / 2;
                    mask &= ~(3 << 2 * lane);
                    ended(16 * g + lane);
                }
            }
    }
}

/* The random numbers alone: as many as so many rounds take. */
uint64_t numbers_alone(int64_t rounds) {
    V one[4], two[4], sum = I(0);
    scalar_state = 1;
    for (int i = 0; i < 4; i++) {
        one[i] = _mm256_set1_epi64x((int64_t)scalar());
        two[i] = _mm256_set1_epi64x((int64_t)scalar());
    }
    for (int64_t i = 0; i < rounds / 16; i++)
        for (int k = 0; k < 6; k++) sum = _mm256_xor_si256(sum, next(k % 2 ? one : two));
    return (uint64_t)_mm256_extract_epi64(sum, 0);
}
