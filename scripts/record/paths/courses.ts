// In which order releases serve one store.

/** A server of a release in its turn. Objects are made anew in each round, by the turn that is the first of it. */
export interface Turn {
  release: string
  round: number
  first: boolean
}

/** Releases in turn, with what becomes of the same objects. */
export interface Course {
  /** The end of the names of its paths. */
  name: string
  turns: readonly Turn[]
}

const inOneRound = (releases: readonly string[], round = 0): Turn[] =>
  releases.map((release, i) => ({ release, round, first: i === 0 }))

/** Each pair of neighbours: the newer release, the older one, and the newer one again. */
const neighbours = (releases: readonly string[]): Turn[] =>
  releases.slice(1).flatMap((newer, round) => inOneRound([newer, releases[round]!, newer], round))

/** The courses over `releases`, oldest first, and the jumps `far` over several of them. */
export const coursesOver = (releases: readonly string[], far: readonly string[]): Course[] => [
  { name: 'older-stairs', turns: inOneRound(releases) },
  { name: 'older-pairs', turns: neighbours(releases) },
  { name: 'older-far', turns: inOneRound(far) },
]
