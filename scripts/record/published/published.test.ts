import { expect, it } from 'vitest'
import { lifecycleOf } from './api-lifecycle.ts'
import { moduleVersions } from './modules.ts'
import { messagesOf } from './protobuf.ts'

it('reads the numbers of fields', () => {
  const proto = `
syntax = "proto2";
package k8s.io.api.core.v1;
import "k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto";

// Binding ties one object to another = 7;
message Binding {
  // +optional
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta metadata = 1;

  optional ObjectReference target = 2; /* optional string gone = 3; */
  map<string, bytes> data = 4;
  map<string, ObjectReference> others = 5;
  repeated string finalizers = 6 [deprecated = true];
}
message ObjectReference {
  optional int64 fieldsType = 1;
}
`
  expect(messagesOf(proto)).toEqual({
    'k8s.io.api.core.v1.Binding': {
      metadata: [1, 'k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta'],
      target: [2, 'k8s.io.api.core.v1.ObjectReference'],
      data: [4, { map: ['string', 'bytes'] }],
      others: [5, { map: ['string', 'k8s.io.api.core.v1.ObjectReference'] }],
      finalizers: [6, 'string', 'repeated'],
    },
    'k8s.io.api.core.v1.ObjectReference': { fieldsType: [1, 'int64'] },
  })
})

it('reads the life of kinds', () => {
  const register = (group: string) => `
const GroupName = "${group}"
var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1beta1"}
`
  const methods = `
func (in *CronJob) APILifecycleIntroduced() (major, minor int) {
	return 1, 8
}
func (in *CronJob) APILifecycleDeprecated() (major, minor int) {
	return 1, 21
}
func (in *CronJob) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "CronJob"}
}
func (in *CronJob) APILifecycleRemoved() (major, minor int) {
	return 1, 25
}
`
  const life = {
    introduced: '1.8',
    deprecated: '1.21',
    replacement: 'batch/v1/CronJob',
    removed: '1.25',
  }
  expect(lifecycleOf(register('batch'), methods)).toEqual({ 'batch/v1beta1/CronJob': life })
  expect(lifecycleOf(register(''), methods)).toEqual({ 'v1beta1/CronJob': life })
})

it('asks for the modules of a patch, and of those before it', () => {
  expect(moduleVersions('v1.29.2')).toEqual(['v0.29.2', 'v0.29.1', 'v0.29.0'])
  expect(() => moduleVersions('1.29')).toThrow('1.29 is not the version of a release')
})
