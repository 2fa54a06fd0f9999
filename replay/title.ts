// What a step's title claims about versions and gates.

export interface TitleClaims {
  /** `1.30`, or `1.31` with `orLater` for "v1.31+". */
  version: { release: string; orLater: boolean } | undefined
  gates: Record<string, boolean>
  /** How the title says that the gates got their values. */
  how: 'manual' | 'default' | undefined
}

/** Reads "Cluster Version v1.31+ `FEATURE_GATES=X=true` (manual setting)". */
export function titleClaims(title: string): TitleClaims {
  const version =
    /(?:cluster\s+version|version|kubernetes|k8s|release)[\s:`-]*v?(1\.\d+)(?:\.\d+)?\s*(\+|or\s+(?:later|newer|higher))?/i.exec(
      title,
    )
  const gates: Record<string, boolean> = {}
  const block = /(?:FEATURE_GATES|--?feature-gates)[="'\s]+([\w=,]+)/.exec(title)
  for (const [, name, value] of (block?.[1] ?? '').matchAll(/(\w+)=(true|false)/g))
    gates[name!] = value === 'true'
  const how = /\(?\bdefault\b/i.test(title) ? 'default' : /\bmanual/i.test(title) ? 'manual' : undefined
  return {
    version: version === null ? undefined : { release: version[1]!, orLater: version[2] !== undefined },
    gates,
    how,
  }
}

/** Whether a release (`1.31.0`) is the one that the title means. */
export function versionHolds(claim: { release: string; orLater: boolean }, release: string): boolean {
  const minor = Number(release.split('.')[1])
  const claimed = Number(claim.release.split('.')[1])
  return claim.orLater ? minor >= claimed : minor === claimed
}
