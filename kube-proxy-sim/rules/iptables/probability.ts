/** The probability of one in `n` as iptables-save prints it: given with ten decimals, kept in 31 bits by the kernel. */
export function probabilityText(n: number): string {
  const given = Number((1 / n).toFixed(10))
  return (Math.round(given * 2 ** 31) / 2 ** 31).toFixed(11)
}
