// Answers and watches in CBOR.
import { type CborRequest, cbor, get, maps, widgets } from './request-parts.ts'

const partial = 'as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
const partials = 'as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
const table = 'as=Table;v=v1;g=meta.k8s.io'

/** Reads and watches of both kinds of objects, in all forms. */
export const reads: readonly CborRequest[] = [maps, widgets].flatMap((path) => {
  const of = path === maps ? 'built-in' : 'custom'
  return [
    get(`${of}: one`, `${path}/a`, cbor),
    get(`${of}: all`, path, cbor),
    get(`${of}: one, its metadata`, `${path}/a`, `${cbor};${partial}`),
    get(`${of}: all, their metadata`, path, `${cbor};${partials}`),
    get(`${of}: a table`, path, `${cbor};${table}`),
    get(`${of}: a table, or JSON`, path, `${cbor};${table},application/json`),
    get(`${of}: any`, `${path}/a`, '*/*'),
    get(`${of}: any application`, `${path}/a`, 'application/*'),
    get(`${of}: a sequence`, path, 'application/cbor-seq'),
    get(`${of}: no form`, path, 'application/x'),
    get(`${of}: protobuf or CBOR`, `${path}/a`, `application/vnd.kubernetes.protobuf,${cbor}`),
    get(`${of}: what is not there`, `${path}/nothing`, cbor),
    get(`${of}: a page`, `${path}?limit=1`, 'application/x,application/cbor;q=0.5'),
    { ...get(`${of}: a watch`, `${path}?watch=1&resourceVersion=0&timeoutSeconds=1`, cbor), watch: true },
    {
      ...get(`${of}: a watch of a sequence`, `${path}?watch=1&timeoutSeconds=1`, 'application/cbor-seq'),
      watch: true,
    },
    {
      ...get(
        `${of}: a watch of metadata`,
        `${path}?watch=1&resourceVersion=0&timeoutSeconds=1`,
        `${cbor};${partial}`,
      ),
      watch: true,
    },
    { ...get(`${of}: a watch of YAML`, `${path}?watch=1&timeoutSeconds=1`, 'application/yaml'), watch: true },
  ] as CborRequest[]
})

/** Reads of what is no resource. */
export const others: readonly CborRequest[] = [
  get('the groups', '/apis', cbor),
  get('a group', '/apis/apps', cbor),
  get('a version', '/apis/apps/v1', cbor),
  get('the version of a definition', '/apis/example.com/v1', cbor),
  get('the release', '/version', cbor),
  get('no resource', '/api/v1/nothings', cbor),
  get('no path', '/nothing', cbor),
  get('an unknown group', '/apis/nothing/v1/things', cbor),
  get('flagz', '/flagz', `${cbor};as=Flagz;v=v1;g=config.k8s.io`),
]
