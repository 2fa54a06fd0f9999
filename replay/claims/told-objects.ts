// The objects that kubectl says it made.
import { pluralOf, resourceNamed } from './kinds.ts'

/** `job.batch/sleep created`. */
const told =
  /^([a-z][a-z0-9]*(?:\.[a-z0-9.-]+)?)\/(\S+) (?:created|configured|unchanged|serverside-applied|replaced|patched|scaled|labeled|annotated|edited|exposed|autoscaled|restarted)\b/gm

/** `node/a cordoned`, `deployment.apps/web image updated`. */
const toldOthers =
  /^([a-z][a-z0-9]*(?:\.[a-z0-9.-]+)?)\/(\S+) (?:cordoned|uncordoned|drained|tainted|untainted|image updated|resource requirements updated|env updated|rolled back|paused|resumed|evicted|condition met)\b/gm
/** `pod "db-1" deleted from default namespace` */
const toldDeleted = /^([a-z][a-z0-9]*(?:\.[a-z0-9.-]+)?) "(\S+)" (?:force )?deleted\b/gm
/** The objects that an output tells something of, in its order. */
export const objectsTold = (stdout: string): { resource: string; name: string }[] => [
  ...toldObjects(stdout),
  ...[...stdout.matchAll(toldOthers), ...stdout.matchAll(toldDeleted)].map(([, type, name]) => ({
    resource: resourceOf(type!),
    name: name!,
  })),
]

/** The objects that an output tells were made or changed, in its order. */
export const toldObjects = (stdout: string): { resource: string; name: string }[] =>
  [...stdout.matchAll(told)].map(([, type, name]) => ({ resource: resourceOf(type!), name: name! }))

/** The resource of a kind in lower case with its group: `job.batch` as `jobs.batch`. */
export function resourceOf(type: string): string {
  const [name = '', ...group] = type.split('.')
  const known = resourceNamed(name)?.resource
  const resource = [pluralOf(name), ...group].join('.')
  return known !== undefined && known.split('.').slice(1).join('.') === group.join('.') ? known : resource
}
