/* The joint table of one shoe in closed form, in doubles, twelve at a time: the reference that the
   compiled kernel is measured against. Exact up to eight decks. */

#include <string.h>

typedef double quad __attribute__((vector_size(32), aligned(8)));

static const int highest[10] = {3, 3, 4, 4, 5, 5, 6, 6, 2, 3};

static int draws(int p, int b) { return p < 6 && b < 8; }
static int answers(int b, int x) { return b <= highest[x]; }

static double M[10][24], R[10][24], W[10], A[10][10], w[10][12], gone[8][8][12], both[10][8][12];

/* out += w (first + T), three registers of four */
static inline void take(double *out, const double *weights, double first, int p, int b, double wp, double wb)
{
    for (int part = 0; part < 12; part += 4) {
        quad mp = *(const quad *)&M[p][part], mb = *(const quad *)&M[b][part];
        quad rb = *(const quad *)&R[b][10 - p + part], rp = *(const quad *)&R[p][10 - b + part];
        quad t = first + mp * (wb + mb + rb) + mb * (wp + mp + rp);
        *(quad *)&out[part] += *(const quad *)&weights[part] * t;
    }
}

static void patch(int x, double change)
{
    for (int t = 0; t < 8; t++) {
        for (int k = (t - x + 10) % 10; k < 24; k += 10) M[t][k] += change;
        for (int k = (x - t + 10) % 10; k < 24; k += 10) R[t][k] += change;
    }
}

static void one(const double *c, double n, double *out)
{
    static const double ones[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    for (int t = 0; t < 10; t++) {
        W[t] = 0;
        for (int u = 0; u < 10; u++) {
            double d = c[(t - u + 10) % 10] - (2 * u % 10 == t);
            W[t] += c[u] * d;
            for (int k = u; k < 24; k += 10) M[t][k] = -2 * d;
            for (int k = (10 - u) % 10; k < 24; k += 10) R[t][k] = -2 * d;
        }
    }
    for (int p = 0; p < 10; p++)
        for (int b = p; b < 10; b++) {
            double shared = 0;
            for (int u = 0; u < 10; u++) shared += c[u] * M[p][u] * M[b][u];
            A[p][b] = A[b][p] = W[p] * (W[b] + 2 * (p == b)) - shared;
        }
    for (int x = 0; x < 10; x++)
        for (int y = 0; y < 12; y++) w[x][y] = y < 10 ? c[x] * (c[y] - (x == y)) : 0;
    memset(gone, 0, sizeof gone);
    memset(both, 0, sizeof both);
    memset(out, 0, 400 * sizeof *out);
    for (int p = 0; p < 8; p++)
        for (int b = 0; b < 8; b++)
            take(gone[p][b], ones, A[p][b], p, b, W[p] + 2 * (p == b), W[b] + 2 * (p == b));
    for (int p = 0; p < 10; p++)
        for (int b = 0; b < 10; b++) {
            if (draws(p, b)) {
                for (int x = 0; x < 10; x++)
                    if (!answers(b, x)) out[200 + (p + x) % 10 * 10 + b] += c[x] * gone[p][b][x] * (n - 5);
            } else if (p < 8 && b < 6) {
                for (int y = 0; y < 10; y++) out[100 + p * 10 + (b + y) % 10] += c[y] * gone[p][b][y] * (n - 5);
            } else {
                out[p * 10 + b] = A[p][b] * (n - 4) * (n - 5);
            }
        }
    for (int x = 0; x < 10; x++) {
        double wx[8];
        for (int t = 0; t < 8; t++) wx[t] = W[t] + M[t][x];
        patch(x, 2);
        for (int p = 0; p < 6; p++)
            for (int b = 0; b <= highest[x]; b++)
                take(both[(p + x) % 10][b], w[x], gone[p][b][x], p, b, wx[p] + 2 * (p == b), wx[b] + 2 * (p == b));
        patch(x, -2);
    }
    for (int p = 0; p < 10; p++)
        for (int b = 0; b < 7; b++)
            for (int y = 0; y < 10; y++) out[300 + p * 10 + (b + y) % 10] += both[p][b][y];
}

void joints(const double *shoes, const double *cards, int count, double *out)
{
    for (int i = 0; i < count; i++) one(shoes + 10 * i, cards[i], out + 400 * i);
}
