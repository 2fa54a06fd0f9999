import { expect, it } from 'vitest'
import { cmpDiff } from './report.ts'

// Taken from answers of a real 1.30.14.
it('reports what differs, with two of what stands beside it', () => {
  const claim = { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem', storageClassName: 'none' }
  const old = { ...claim, resources: { requests: { storage: '1Gi' } } }
  const now = { ...old, volumeMode: 'Block', storageClassName: 'PreferDualStack' }
  expect(cmpDiff(old, now, 'core.PersistentVolumeClaimSpec', 30)).toBe(`  core.PersistentVolumeClaimSpec{
  \t... // 2 identical fields
  \tResources:                 {Requests: {s"storage": {i: {...}, s: "1Gi", Format: "BinarySI"}}},
  \tVolumeName:                "",
- \tStorageClassName:          &"none",
+ \tStorageClassName:          &"PreferDualStack",
- \tVolumeMode:                &"Filesystem",
+ \tVolumeMode:                &"Block",
  \tDataSource:                nil,
  \tDataSourceRef:             nil,
  \tVolumeAttributesClassName: nil,
  }
`)
})

it('shows types of what only one side has, and elements that came', () => {
  const old = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const now = { accessModes: ['ReadWriteOnce', 'ReadWriteOncePod'], resources: {} }
  expect(cmpDiff(old, now, 'core.PersistentVolumeClaimSpec', 30)).toBe(`  core.PersistentVolumeClaimSpec{
  \tAccessModes: []core.PersistentVolumeAccessMode{
  \t\t"ReadWriteOnce",
+ \t\t"ReadWriteOncePod",
  \t},
  \tSelector: nil,
  \tResources: core.VolumeResourceRequirements{
  \t\tLimits: nil,
- \t\tRequests: core.ResourceList{
- \t\t\ts"storage": {i: resource.int64Amount{value: 1073741824}, s: "1Gi", Format: "BinarySI"},
- \t\t},
+ \t\tRequests: nil,
  \t},
  \tVolumeName:       "",
  \tStorageClassName: nil,
  \t... // 4 identical fields
  }
`)
})

it('shows no entries of what is empty now', () => {
  const old = { resources: { requests: { storage: '1Gi' } }, storageClassName: 'none' }
  expect(
    cmpDiff(old, { ...old, resources: { requests: {} } }, 'core.PersistentVolumeClaimSpec', 30),
  ).toContain(`
- \t\tRequests: core.ResourceList{
- \t\t\ts"storage": {i: resource.int64Amount{value: 1073741824}, s: "1Gi", Format: "BinarySI"},
- \t\t},
+ \t\tRequests: core.ResourceList{},
  \t},
`)
})
