/** Seconds in nft's form: `1m40s`, `3h`. */
export function nftDuration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ]
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('') || '0s'
}
