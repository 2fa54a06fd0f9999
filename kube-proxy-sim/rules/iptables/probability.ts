/** What iptables-save prints for a choice of one in `n`: ten decimals on the command line, 31 bits in the kernel. */
export function probabilityText(n: number): string {
  const given = Number((1 / n).toFixed(10))
  return (Math.round(given * 2 ** 31) / 2 ** 31).toFixed(11)
}
