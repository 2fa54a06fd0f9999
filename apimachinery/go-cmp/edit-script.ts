// Which elements of two lists go together. Upstream: github.com/google/go-cmp (cmp/internal/diff)

/** The comparison of two elements: the number of parts that are equal, and of those that are not. */
export interface Likeness {
  readonly same: number
  readonly different: number
}
/** A step from one list to the other: both have the element, equal or changed, or one of them alone. */
export type Edit = 'both' | 'left' | 'right'

type Compare = (left: number, right: number) => Likeness
const isEqual = ({ different }: Likeness): boolean => different === 0
const isSimilar = ({ same, different }: Likeness): boolean => same + 1 >= different

/** A position in both lists, and the edits that lead there from an end of them. */
class Path {
  readonly edits: Edit[] = []
  readonly direction: 1 | -1
  x: number
  y: number
  constructor(direction: 1 | -1, x: number, y: number) {
    this.direction = direction
    this.x = x
    this.y = y
  }
  append(edit: Edit): void {
    this.edits.push(edit)
    if (edit !== 'right') this.x += this.direction
    if (edit !== 'left') this.y += this.direction
  }
  connect(x: number, y: number, compare: Compare): void {
    const back = this.direction === -1 ? 1 : 0
    const [dx, dy] = [() => Math.abs(x - this.x), () => Math.abs(y - this.y)]
    while (dx() > 0 && dy() > 0) {
      if (isSimilarOrEqual(compare(this.x - back, this.y - back))) this.append('both')
      else if (back === 1 ? dy() < dx() : dx() >= dy()) this.append('left')
      else this.append('right')
    }
    while (dx() > 0) this.append('left')
    while (dy() > 0) this.append('right')
  }
}

const isSimilarOrEqual = (one: Likeness): boolean => isEqual(one) || isSimilar(one)
const zigzag = (i: number): number => (i & 1 ? ~i : i) >> 1

/**
 * The edits that lead from a list of `nx` elements to one of `ny`, searched from both ends in a time that grows with their lengths.
 * @note Upstream begins at either end by chance; here it is the first.
 */
export function editScript(nx: number, ny: number, compare: Compare): Edit[] {
  const forward = new Path(1, 0, 0)
  const reverse = new Path(-1, nx, ny)
  const [front, rear] = [
    { x: 0, y: 0 },
    { x: nx, y: ny },
  ]
  let budget = 4 * (nx + ny)
  const search = (own: Path, other: Path, at: { x: number; y: number }): void => {
    const { direction } = own
    const back = direction === -1 ? 1 : 0
    const before = (a: number, b: number): boolean => (a - b) * direction < 0
    let [stopped, stoppedToo] = [false, false]
    for (let i = 0; !(stopped && stoppedToo) && budget > 0; i++) {
      const z = zigzag(i)
      const p = { x: at.x + z * direction, y: at.y - z * direction }
      if (!before(p.x, other.x) || before(p.y, own.y)) stopped = true
      else if (!before(p.y, other.y) || before(p.x, own.x)) stoppedToo = true
      else if (isEqual(compare(p.x - back, p.y - back))) {
        own.connect(p.x, p.y, compare)
        do own.append('both')
        while (
          before(own.x, other.x) &&
          before(own.y, other.y) &&
          isEqual(compare(own.x - back, own.y - back))
        )
        Object.assign(at, { x: own.x, y: own.y })
        stopped = true
        stoppedToo = true
      } else budget--
    }
    if ((other.x - at.x) * direction >= (other.y - at.y) * direction) at.x += direction
    else at.y += direction
  }
  const isOver = (): boolean => front.x >= rear.x || front.y >= rear.y || budget <= 0
  while (!isOver()) {
    search(forward, reverse, front)
    if (isOver()) break
    search(reverse, forward, rear)
  }
  forward.connect(reverse.x, reverse.y, compare)
  return [...forward.edits, ...reverse.edits.reverse()]
}
