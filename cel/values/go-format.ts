// Numbers as Go prints them.

const special = (value: number): string | undefined => {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? undefined : value > 0 ? '+Inf' : '-Inf'
}

const exponentText = (exponent: number): string =>
  `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`

/** The number in Go's %g form: the shortest text that reads back to it. */
export function formatG(value: number): string {
  const odd = special(value)
  if (odd !== undefined) return odd
  if (Object.is(value, -0)) return '-0'
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  return power < -4 || power >= 6 ? mantissa + exponentText(power) : formatF(value)
}

/** The number in Go's %e form, with `digits` digits behind the point. */
export function formatE(value: number, digits: number): string {
  const odd = special(value)
  if (odd !== undefined) return odd
  const [mantissa, exponent] = value.toExponential(Math.min(digits, 100)).split('e') as [string, string]
  return mantissa + exponentText(Number(exponent))
}

/** The number without an exponent, with as many digits as read back to it. */
export function formatF(value: number): string {
  const odd = special(value)
  if (odd !== undefined) return odd
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  const sign = mantissa.startsWith('-') || Object.is(value, -0) ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`
  if (digits.length <= power + 1) return sign + digits.padEnd(power + 1, '0')
  return `${sign}${digits.slice(0, power + 1)}.${digits.slice(power + 1)}`
}
