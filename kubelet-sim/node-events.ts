import type { ObjectReference } from '../client/events/event-recorder.ts'
import type { KubeletOptions } from './kubelet-options.ts'

/** The node as the kubelet's events name it: since 1.35 with its API version in place of a uid that is none. */
export const nodeReference = ({ nodeName, minor }: KubeletOptions): ObjectReference =>
  minor >= 35
    ? { kind: 'Node', name: nodeName, apiVersion: 'v1' }
    : { kind: 'Node', name: nodeName, uid: nodeName }
