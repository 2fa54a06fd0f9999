/** All bytes of a stream. Rejects with what `tooMuch` makes where there are more than `most`, and as the stream does. */
export async function readWhole(
  stream: AsyncIterable<Uint8Array>,
  most: number,
  tooMuch: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > most) throw tooMuch()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
