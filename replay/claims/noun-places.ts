// What everyday words name of objects, and where objects of a kind have it: "the IP of the pod", "their names".
import type { FieldName } from './claim.ts'

const imagesOf = (kind: string | undefined): string =>
  kind === undefined || kind === 'Pod' ? '.spec.containers.image' : '.spec.template.spec.containers.image'
const addressOf = (kind: string | undefined): string | undefined =>
  kind === undefined || kind === 'Pod' ? '.status.podIP' : kind === 'Service' ? '.spec.clusterIP' : undefined
/** Where objects of a kind have what a word names; undefined: they have none. */
const places: Readonly<Record<string, (kind: string | undefined) => string | undefined>> = {
  node: (kind) => (kind === undefined || kind === 'Pod' ? '.spec.nodeName' : undefined),
  namespace: () => '.metadata.namespace',
  name: () => '.metadata.name',
  uid: () => '.metadata.uid',
  owner: () => '.metadata.ownerReferences.uid',
  label: () => '.metadata.labels',
  annotation: () => '.metadata.annotations',
  image: imagesOf,
  ip: addressOf,
  'ip address': addressOf,
  'pod ip': () => '.status.podIP',
  'host ip': () => '.status.hostIP',
  'cluster ip': () => '.spec.clusterIP',
  'node port': () => '.spec.ports.nodePort',
}

/** A word for what objects have. */
export interface PlaceNoun {
  word: string
  plural: boolean
}
/** The words, each also in its plural. */
export const placeNouns: ReadonlyMap<string, PlaceNoun> = new Map(
  Object.keys(places).flatMap((word): [string, PlaceNoun][] => [
    [word, { word, plural: false }],
    [word.endsWith('address') ? `${word}es` : `${word}s`, { word, plural: true }],
  ]),
)

/** The field of objects of a kind that a word names; undefined where they have no such. */
export function placeOf({ word }: PlaceNoun, kind: string | undefined): FieldName | undefined {
  const name = places[word]!(kind)
  return name === undefined ? undefined : { name }
}
