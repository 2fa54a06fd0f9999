import type { ObjectReference } from '../client/events/event-recorder.ts'
import { kubeletDialect } from './dialect.ts'
import type { KubeletOptions } from './kubelet-options.ts'

/** The Node in the kubelet's events: with its apiVersion, or in older releases with its name as uid. */
export const nodeReference = ({ nodeName, minor }: KubeletOptions): ObjectReference =>
  kubeletDialect(minor).nodeReference
    ? { kind: 'Node', name: nodeName, apiVersion: 'v1' }
    : { kind: 'Node', name: nodeName, uid: nodeName }
