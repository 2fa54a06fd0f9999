// Upstream: pkg/apis/core/validation/validation.go (ValidateEndpointIP, before 1.33 ValidateNonSpecialIP)
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { type IPAddress, parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'

const v4 = (ip: IPAddress): bigint | undefined => (ip.family === 4 ? ip.bits & 0xffffffffn : undefined)

/** Addresses that no endpoint may have: unspecified, loopback, link-local. */
export function validateEndpointIP(value: string, path: FieldPath): FieldError[] {
  const ip = parseIPSloppy(value)
  if (ip === undefined) return [field.invalid(path, value, 'must be a valid IP address')]
  const short = v4(ip)
  const errors: FieldError[] = []
  const wrong = (detail: string): void => {
    errors.push(field.invalid(path, value, detail))
  }
  if (short === 0n || ip.bits === 0n) wrong(`may not be unspecified (${value})`)
  if (short === undefined ? ip.bits === 1n : short >> 24n === 127n)
    wrong('may not be in the loopback range (127.0.0.0/8, ::1/128)')
  if (short === undefined ? ip.bits >> 118n === 0xfe80n >> 6n : short >> 16n === 0xa9fen)
    wrong('may not be in the link-local range (169.254.0.0/16, fe80::/10)')
  if (short === undefined ? ((ip.bits >> 112n) & 0xff0fn) === 0xff02n : short >> 8n === 0xe00000n)
    wrong('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)')
  return errors
}
