// What the fields of every object's metadata are. Release facts hold no prose, so these are texts of this project; each begins with its
// field's name, as Go's comments do and as clients that look for a field's text expect.
// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (ObjectMeta)

/** The type of all objects' metadata. */
export const objectMetaType = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

const descriptions: Readonly<Record<string, string>> = {
  annotations: 'Annotations are texts by name that tools keep with the object. Nothing is selected by them.',
  clusterName: 'ClusterName is not used: the server drops it.',
  creationTimestamp:
    'CreationTimestamp is a timestamp of the server, set when the object is created. Read-only.',
  deletionGracePeriodSeconds:
    'DeletionGracePeriodSeconds is how long the object may take to end once its deletion is asked for. Read-only, set with deletionTimestamp.',
  deletionTimestamp:
    'DeletionTimestamp is the time after which the object goes, set by the server when a client deletes it gracefully. Read-only.',
  finalizers:
    'Finalizers must be empty before the object, once deleted, is removed. Each names who takes its entry out.',
  generateName:
    'GenerateName is the beginning of a name that the server completes. It counts where name is empty.',
  generation: 'Generation is a number that rises with the desired state. Read-only.',
  labels: 'Labels are texts by name by which objects are selected.',
  managedFields: 'ManagedFields says which fields each manager and workflow sets, for server-side apply.',
  name: 'Name is unique among the objects of its kind in a namespace. It cannot be changed.',
  namespace:
    'Namespace is where names are unique. It is empty for kinds of the cluster, and cannot be changed.',
  ownerReferences:
    'OwnerReferences are the objects that this one depends on. When all of them are gone, it is collected. One at most is the controller.',
  resourceVersion:
    'ResourceVersion is an opaque text for the state of the object, by which changes are told, and from which watches go on. Read-only.',
  selfLink: 'SelfLink is not used: the server leaves it empty.',
  uid: 'UID is unique in time and space, also among objects of the same name. Read-only.',
}

/** The description of a field of metadata; undefined of a field that none is known of. @param name as in JSON */
export const metaDescription = (name: string): string | undefined =>
  Object.hasOwn(descriptions, name) ? descriptions[name] : undefined
