// Upstream: staging/src/k8s.io/apimachinery/pkg/version/helpers.go

const kubeVersion = /^v(\d+)(?:(alpha|beta)(\d+))?$/
const stages: Readonly<Record<string, number>> = { alpha: 0, beta: 1 }

/** Compares `v1`, `v2beta1`, `v1alpha3`…: the higher version first (a sort comparator). Other texts come last, by name. */
export function byVersionPriority(a: string, b: string): number {
  const left = kubeVersion.exec(a)
  const right = kubeVersion.exec(b)
  if (left === null || right === null)
    return left === right ? (a < b ? -1 : a > b ? 1 : 0) : left === null ? 1 : -1
  const key = (m: RegExpExecArray): number[] => [
    m[2] === undefined ? 2 : stages[m[2]]!,
    Number(m[1]),
    Number(m[3] ?? 0),
  ]
  const [l, r] = [key(left), key(right)]
  for (let i = 0; i < 3; i++) if (l[i] !== r[i]) return r[i]! - l[i]!
  return 0
}

/** Whether a version is alpha: `v1alpha1`. */
export const isAlphaVersion = (version: string): boolean => /^v\d+alpha\d+$/.test(version)
/** Whether a version is beta: `v1beta1`. */
export const isBetaVersion = (version: string): boolean => /^v\d+beta\d+$/.test(version)
/** Whether a version is stable: `v1`. */
export const isStableVersion = (version: string): boolean => /^v\d+$/.test(version)
