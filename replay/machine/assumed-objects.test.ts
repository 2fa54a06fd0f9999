import { describe, expect, it } from 'vitest'
import { assumedObjects } from './assumed-objects.ts'

const names = (text: string) => assumedObjects(text).map(({ object }) => object.metadata.name)

describe('assumed objects', () => {
  it('are those of an add-on that the text uses', () => {
    expect(names('  storageClassName: csi-hostpath-sc\n')).toEqual(['hostpath.csi.k8s.io', 'csi-hostpath-sc'])
    expect(names('storageClassName: standard')).toEqual([])
  })

  it('are none where the text makes them', () => {
    const own = '```yaml\nkind: StorageClass\nmetadata:\n  name: csi-hostpath-sc\n```\n'
    expect(names(`${own}\n    storageClassName: csi-hostpath-sc`)).toEqual([])
    const other = own.replace('csi-hostpath-sc', 'fast')
    expect(names(`${other}\nstorageClassName: csi-hostpath-sc`)).toHaveLength(2)
  })
})
