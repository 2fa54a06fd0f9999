// Upstream: RFC 7541, Appendix B (Huffman Code)

/**
 * Bits of the code of each octet, and of the end of a string, as digits to the base of 36. Codes are canonical: those of one length
 * follow each other in the order of their octets.
 */
const lengths =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca' +
  'd67777777777777777777777878djde6f56565666577666567655677777fbeds' +
  'kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn' +
  'qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrqu'

const longest = 30
const endOfString = 256

/** By length of codes: the first code, and the symbols in the order of their codes. */
const first: number[] = []
const symbols: number[][] = []
for (let length = 0, code = 0; length <= longest; length++) {
  first[length] = code
  const ofLength = [...lengths].flatMap((digit, symbol) =>
    Number.parseInt(digit, 36) === length ? [symbol] : [],
  )
  symbols[length] = ofLength
  code = (code + ofLength.length) * 2
}

/** The octets that are coded; undefined: they are not coded as they should be. */
export function decodeHuffman(coded: Buffer): Buffer | undefined {
  const octets: number[] = []
  let code = 0
  let length = 0
  for (const byte of coded)
    for (let bit = 7; bit >= 0; bit--) {
      code = (code << 1) | ((byte >> bit) & 1)
      if (++length > longest) return undefined
      const symbol = symbols[length]![code - first[length]!]
      if (symbol === undefined) continue
      if (symbol === endOfString) return undefined
      octets.push(symbol)
      code = 0
      length = 0
    }
  // What is left is the start of the code of the end: ones.
  return length < 8 && code === 2 ** length - 1 ? Buffer.from(octets) : undefined
}
