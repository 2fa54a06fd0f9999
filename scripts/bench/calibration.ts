// A load that is always the same, by which processor time on one machine is compared with that on another.

const rounds = 60

/** An object as large as a Pod. */
const sample = (i: number): object => ({
  metadata: { name: `pod-${i}`, labels: Object.fromEntries([1, 2, 3, 4].map((n) => [`label-${n}`, `${i}`])) },
  spec: {
    containers: Array.from({ length: 6 }, (_, n) => ({ name: `c${n}`, image: `image:${i}`, ports: [n] })),
  },
})

/** Seconds of processor time that a fixed amount of encoding, parsing and looking up takes: what a server does most. */
export function calibrate(): number {
  const before = process.cpuUsage()
  const kept = new Map<string, object>()
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < 1000; i++) {
      const text = JSON.stringify(sample(i))
      kept.set(`${i}/${text.length % 7}`, JSON.parse(Buffer.from(text).toString('utf8')) as object)
    }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
