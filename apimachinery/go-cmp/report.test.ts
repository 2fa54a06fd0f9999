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

// As a real 1.33.13 answers where the port of a probe goes.
it('shows the fields of a number that may be a text', () => {
  const of = (tcpSocket: object) => ({ tcpSocket })
  expect(
    cmpDiff(of({ port: 'h', host: 'x' }), of({ port: 0, host: 'x' }), 'core.ProbeHandler', 33),
  ).toBe(`  core.ProbeHandler{
  \tExec:    nil,
  \tHTTPGet: nil,
  \tTCPSocket: &core.TCPSocketAction{
  \t\tPort: intstr.IntOrString{
- \t\t\tType:   1,
+ \t\t\tType:   0,
  \t\t\tIntVal: 0,
- \t\t\tStrVal: "h",
+ \t\t\tStrVal: "",
  \t\t},
  \t\tHost: "x",
  \t},
  \tGRPC: nil,
  }
`)
})

it('has a sign of more behind four fields, though the rest is zero', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: {}, storageClassName: 's', volumeMode: 'Block' }
  const claim = { ephemeral: { volumeClaimTemplate: { spec: { ...spec, volumeName: 'v' } } } }
  expect(cmpDiff({ name: 'a', ...claim }, { name: 'b', ...claim }, 'core.Volume', 33)).toBe(`  core.Volume{
- \tName:         "a",
+ \tName:         "b",
  \tVolumeSource: {Ephemeral: &{VolumeClaimTemplate: &{Spec: {AccessModes: {"ReadWriteOnce"}, VolumeName: "v", StorageClassName: &"s", VolumeMode: &"Block", ...}}}},
  }
`)
})
