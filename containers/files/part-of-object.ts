// What of a volume a container keeps as it has found it.
import type { Container, Volume } from '../pod.ts'

/** Whether the kubelet fills a volume with what objects say. */
export const isOfObjects = ({ configMap, secret, downwardAPI, projected }: Volume): boolean =>
  (configMap ?? secret ?? downwardAPI ?? projected) !== undefined

/** Whether a container mounts a part (subPath) of such a volume: that stays as it was when the container started. */
export const showsPartOfObject = (
  { volumeMounts = [] }: Container,
  volumes: readonly Volume[] = [],
): boolean =>
  volumeMounts.some(
    ({ name, subPath = '', subPathExpr = '' }) =>
      subPath + subPathExpr !== '' && volumes.some((one) => one.name === name && isOfObjects(one)),
  )
