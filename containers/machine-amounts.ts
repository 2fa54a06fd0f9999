// How much memory and disk the machine of a simulated node has.

/** The memory of a node's machine, in bytes. */
export const nodeMemory = 8_145_276 * 1024
/** The disk of a node's machine, in bytes. */
export const nodeDisk = 103_079_848 * 1024
/** The used part of a node's disk, in bytes. */
export const usedDisk = nodeDisk / 10
/** Bytes of a tmpfs that is given no size. */
export const unsizedMemory = nodeMemory / 2

/** Bytes in the form of `df -h`: `3.9G`. */
export function humanSize(bytes: number): string {
  const units = ['', 'K', 'M', 'G', 'T']
  let [value, at] = [bytes, 0]
  while (value >= 1024 && at < units.length - 1) {
    value /= 1024
    at++
  }
  return at === 0 ? String(value) : `${value.toFixed(1)}${units[at]}`
}

const amounts = [nodeMemory, unsizedMemory, nodeDisk, usedDisk, nodeDisk - usedDisk].flatMap((bytes) => [
  humanSize(bytes),
  ...[1024, 1024 ** 2].map((unit) => String(Math.floor(bytes / unit))),
])

/** Whether an amount that df writes hangs on nothing but the machine: on each other one it is another. */
export const isOfMachine = (amount: string): boolean => amounts.includes(amount)
