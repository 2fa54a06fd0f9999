/** The address of the node of a number, counted from 0: 172.18.0.2 and on, as kind has them. */
export const nodeAddress = (at: number): string => `172.18.${(at + 2) >> 8}.${(at + 2) & 255}`
