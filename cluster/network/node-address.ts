/** The address of the node of a number, counted from 0: 172.18.0.2 and on, as kind has them. */
export const nodeAddress = (at: number): string => `172.18.${(at + 2) >> 8}.${(at + 2) & 255}`

/** The pod network of that node where none is configured: 10.88.0.0/24, 10.88.1.0/24, … */
export const podNetwork = (at: number): string => `10.${88 + (at >> 8)}.${at & 255}.0/24`
