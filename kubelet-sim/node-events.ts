import type { ObjectReference } from '../client/events/event-recorder.ts'
import { kubeletDialect } from './dialect.ts'
import type { KubeletOptions } from './kubelet-options.ts'

/** The node as the kubelet's events name it: by its API version, or by a uid that is none. */
export const nodeReference = ({ nodeName, release: { minor } }: KubeletOptions): ObjectReference =>
  kubeletDialect(minor).nodeReference
    ? { kind: 'Node', name: nodeName, apiVersion: 'v1' }
    : { kind: 'Node', name: nodeName, uid: nodeName }
