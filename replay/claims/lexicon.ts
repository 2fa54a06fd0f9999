// The words of the grammar, as tables: what they mean for a field, for an object.
import type { FieldTest } from './claim.ts'

/** What a field is said to be; the opposite of each stands for "not". */
export const fieldStates: Readonly<Record<string, FieldTest['is']>> = {
  ...all(
    'unset',
    'empty',
    'unset',
    'cleared',
    'absent',
    'blank',
    'an empty string',
    'gone',
    'dropped',
    'removed',
  ),
  ...all(
    'unset',
    'missing',
    'nil',
    'null',
    'none',
    'stripped',
    'wiped',
    'pruned',
    'cleaned up',
    'nonexistent',
  ),
  ...all('unset', 'non-existent', 'existent no more', 'omitted', 'lost', 'hidden', 'undefined', 'deleted'),
  ...all('set', 'set', 'present', 'populated', 'non-empty', 'there', 'visible', 'available', 'shown', 'back'),
  ...all(
    'set',
    'filled',
    'filled in',
    'recorded',
    'stored',
    'saved',
    'specified',
    'exposed',
    'reported',
    'in place',
    'defined',
  ),
  ...all('set', 'added', 'accessible', 'displayed', 'existent', 'tracked', 'restored', 'readable'),
  ...all('kept', 'kept', 'persisted', 'preserved', 'retained', 'maintained', 'reserved', 'intact'),
  ...all('unchanged', 'unchanged', 'the same', 'the same as before', 'unmodified', 'unaffected', 'as before'),
  ...all('unchanged', 'the same as in the previous step', 'untouched', 'stable'),
  ...all('changed', 'changed', 'updated', 'modified', 'reset', 'overwritten', 'touched', 'altered'),
}

/** What a field does, said with a verb. */
export const fieldVerbs: Readonly<Record<string, FieldTest['is']>> = {
  ...all('set', 'exists', 'exist', 'appears', 'appear', 'reappears', 'comes back'),
  ...all('unset', 'disappears', 'disappear', 'vanishes'),
  ...all('changed', 'changes', 'change', 'changed'),
  ...all('kept', 'persists', 'persist', 'survives'),
}

/** The opposite of each test by its name; undefined where the opposite says nothing that could be checked. */
export const opposites: Readonly<Record<FieldTest['is'], FieldTest['is'] | undefined>> = {
  set: 'unset',
  unset: 'set',
  equals: 'differs',
  differs: 'equals',
  unchanged: 'changed',
  changed: 'unchanged',
  kept: undefined,
  compares: undefined,
  'same-as': undefined,
  release: undefined,
  refused: undefined,
}

/** What an object is said to be; the value is the state that is looked for. */
export const objectStates: Readonly<Record<string, string>> = {
  ...all('running', 'running', 'up and running', 'up'),
  ...all('pending', 'pending', 'stuck pending', 'unbound'),
  ...all('ready', 'ready', 'healthy', 'up and ready', 'running and ready', 'ready and running'),
  ...all('terminating', 'terminating', 'being deleted', 'being terminated', 'stuck terminating'),
  ...all('terminating', 'marked for deletion', 'marked as deleted'),
  ...all('terminated', 'terminated', 'killed'),
  ...all('succeeded', 'succeeded', 'completed', 'complete', 'finished successfully', 'successful', 'done'),
  ...all('failed', 'failed', 'marked failed', 'marked as failed'),
  ...all('finished', 'finished'),
  ...all('deleted', 'deleted', 'gone', 'removed', 'absent', 'missing', 'garbage collected', 'cleaned up'),
  ...all('existing', 'there', 'present', 'created', 'in place', 'visible'),
  ...all('recreated', 'recreated', 're-created', 'replaced', 'made anew', 'created anew'),
  ...all('existing', 'kept', 'preserved', 'retained', 'persisted', 'back'),
  ...all('scheduled', 'scheduled', 'assigned to a node', 'placed', 'allocated'),
  ...all('unschedulable', 'unschedulable', 'not schedulable'),
  ...all('schedulable', 'schedulable', 'uncordoned'),
  ...all('schedulinggated', 'gated', 'schedulinggated', 'scheduling gated'),
  ...all('bound', 'bound', 'provisioned and bound'),
  ...all('released', 'released'),
  ...all('available', 'available'),
  ...all('suspended', 'suspended'),
  ...all('active', 'active'),
  ...all('established', 'established'),
  ...all('immutable', 'immutable'),
  ...all('paused', 'paused'),
  ...all('notready', 'notready', 'unready', 'unhealthy'),
  ...all('cordoned', 'cordoned', 'marked unschedulable'),
  ...all('rolled out', 'rolled out', 'fully rolled out', 'fully updated'),
  ...all('evicted', 'evicted'),
  ...all('changed', 'updated', 'changed', 'modified', 'reset', 'touched'),
}

/** What an object does. */
export const objectVerbs: Readonly<Record<string, string>> = {
  ...all('running', 'runs', 'run', 'keeps running', 'keep running', 'continues running', 'continue running'),
  ...all(
    'running',
    'continues to run',
    'continue to run',
    'kept running',
    'starts running',
    'start running',
    'continued running',
  ),
  ...all('succeeded', 'succeeds', 'succeed', 'completes', 'complete', 'completed', 'succeeded'),
  ...all('succeeded', 'runs to completion', 'run to completion', 'ran to completion'),
  ...all('failed', 'fails', 'fail', 'failed'),
  ...all('finished', 'finishes', 'finish', 'finished'),
  ...all('terminated', 'terminates', 'terminate', 'terminated'),
  ...all('existing', 'continues to exist', 'continue to exist', 'stays', 'stay', 'survives', 'survive'),
  ...all('existing', 'exists', 'exist', 'existed', 'appears', 'appear', 'appeared'),
  ...all('existing', 'comes back', 'come back', 'came back'),
  ...all('schedulable', 'accepts new pods', 'accept new pods', 'takes new pods', 'take new pods'),
  ...all(
    'deleted',
    'disappears',
    'disappear',
    'disappeared',
    'vanishes',
    'goes away',
    'go away',
    'went away',
    'goes',
  ),
}

function all<T extends string>(value: T, ...keys: string[]): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, value]))
}

/** The numbers that prose writes as words. */
export const numberWords: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
}
/** The digits of a number that is written as a word. */
export const digitsOf = (word: string): string | undefined =>
  Object.hasOwn(numberWords, word) ? String(numberWords[word]) : undefined

/** Names of components, and what writers call them. */
export const componentNames: Readonly<Record<string, string>> = {
  'kube-apiserver': 'kube-apiserver',
  apiserver: 'kube-apiserver',
  'api server': 'kube-apiserver',
  'api-server': 'kube-apiserver',
  'kube-api server': 'kube-apiserver',
  kas: 'kube-apiserver',
  'kube-controller-manager': 'kube-controller-manager',
  'controller-manager': 'kube-controller-manager',
  'controller manager': 'kube-controller-manager',
  'kube-controler-manger': 'kube-controller-manager',
  kcm: 'kube-controller-manager',
  'kube-scheduler': 'kube-scheduler',
  scheduler: 'kube-scheduler',
  kubelet: 'kubelet',
  kubelets: 'kubelet',
  'kube-proxy': 'kube-proxy',
}

/** Fields that refer to an object of a kind by its name. */
export const referenceFields: Readonly<Record<string, string>> = {
  IngressClass: 'ingressClassName',
  PriorityClass: 'priorityClassName',
  RuntimeClass: 'runtimeClassName',
  ServiceAccount: 'serviceAccountName',
  StorageClass: 'storageClassName',
}
