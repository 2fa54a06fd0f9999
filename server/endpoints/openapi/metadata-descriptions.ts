// What `kubectl explain` tells of the metadata of every kind, custom ones included. The recorded types hold no prose: these are our
// words. Upstream: k8s.io/apimachinery/pkg/apis/meta/v1/types.go (ObjectMeta)

/** The type whose fields are described. */
const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

const fields: ReadonlyMap<string, string> = new Map([
  [
    'annotations',
    'Annotations are texts by name that tools keep with the object. No selector asks for them.',
  ],
  [
    'creationTimestamp',
    'CreationTimestamp is a timestamp: when the server stored the object for the first time. Clients cannot set it. In RFC 3339, UTC.',
  ],
  [
    'deletionGracePeriodSeconds',
    'Seconds that the object may take to end before it is removed. The server sets it together with deletionTimestamp; it may only get shorter.',
  ],
  [
    'deletionTimestamp',
    'DeletionTimestamp is the time at which the object is to be gone, once its deletion was asked for. It stays until finalizers is empty. Clients cannot set it.',
  ],
  [
    'finalizers',
    'Names of those who have something to do before the object is removed; each takes its own away.',
  ],
  ['generateName', 'GenerateName is the beginning of the name that the server makes up where name is empty.'],
  ['generation', 'A number that grows with every change of what is desired. The server sets it.'],
  ['labels', 'Labels are short texts by name, which selectors choose objects by.'],
  [
    'managedFields',
    'ManagedFields says which manager set which fields, for server-side apply. Hardly anyone else needs it.',
  ],
  ['name', 'Name is unique in the namespace among the objects of the resource. It cannot be changed.'],
  [
    'namespace',
    'Namespace is where the name is unique; empty for resources of the cluster. It cannot be changed.',
  ],
  [
    'ownerReferences',
    'Objects that this one depends on. It is collected when all of them are gone. At most one of them is its controller.',
  ],
  [
    'resourceVersion',
    'The version of the object as it is stored. It tells whether somebody changed the object meanwhile; it is for comparing only.',
  ],
  ['selfLink', 'SelfLink was the path of the object. Servers leave it empty.'],
  [
    'uid',
    'UID is unique in time and space: another object of the same name has another one. The server sets it.',
  ],
])

/** What is said of a field of `metadata`; undefined for fields of other types. */
export const metadataDescription = (typeName: string, field: string): string | undefined =>
  typeName === objectMeta ? fields.get(field) : undefined
