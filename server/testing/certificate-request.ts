// A request for a certificate as clients send it, without a key and a signature, which nobody here looks at.
const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  if (body.length > 127) throw new Error('the subject is too long for a test')
  return Buffer.concat([Buffer.from([tag, body.length]), body])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts)
const utf8 = 0x0c
const ids = { CN: '550403', O: '55040a' }

/** base64 of a PEM text: `certificateRequest({ CN: 'joe', O: 'system:masters' })`. */
export function certificateRequest(subject: Readonly<Partial<Record<keyof typeof ids, string>>>): string {
  const name = Object.entries(subject).map(([key, text]) => {
    const id = tlv(0x06, Buffer.from(ids[key as keyof typeof ids], 'hex'))
    return tlv(0x31, sequence(id, tlv(utf8, Buffer.from(text))))
  })
  const info = sequence(tlv(0x02, Buffer.of(0)), sequence(...name), sequence(), tlv(0xa0))
  const whole = sequence(info, sequence(), tlv(0x03, Buffer.of(0)))
  const lines = [
    '-----BEGIN CERTIFICATE REQUEST-----',
    whole.toString('base64'),
    '-----END CERTIFICATE REQUEST-----',
  ]
  return Buffer.from(`${lines.join('\n')}\n`).toString('base64')
}
