/** The content of a file in a body of `multipart/form-data`; undefined where it has no such part. */
export function uploadedFile(body: Buffer, contentType: string, name: string): Buffer | undefined {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (boundary === undefined) return undefined
  const mark = Buffer.from(`--${boundary}`)
  for (let at = body.indexOf(mark); at >= 0; ) {
    const next = body.indexOf(mark, at + mark.length)
    if (next < 0) return undefined
    const part = body.subarray(at + mark.length + 2, next - 2)
    const head = part.indexOf('\r\n\r\n')
    if (head >= 0 && part.subarray(0, head).toString().includes(`name="${name}"`))
      return part.subarray(head + 4)
    at = next
  }
  return undefined
}
