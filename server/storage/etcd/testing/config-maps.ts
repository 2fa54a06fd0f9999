import type { KubeObject } from '../../../../apimachinery/json.ts'

/** The key of a ConfigMap of the namespace `ns`. */
export const keyOf = (name: string): string => `/registry/configmaps/ns/${name}`

/** A ConfigMap of the namespace `ns`. */
export const configMap = (name: string, data?: Record<string, string>): KubeObject =>
  ({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name, namespace: 'ns' },
    ...(data === undefined ? {} : { data }),
  }) as unknown as KubeObject
