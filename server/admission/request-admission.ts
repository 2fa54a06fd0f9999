// Upstream: staging/src/k8s.io/apiserver/pkg/registry/rest/{create,update,delete}.go (AdmissionToValidate…Func), endpoints/handlers
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ApiRequest } from '../registry/generic/request.ts'
import type { ValidateObjectFunc, ValidateObjectUpdateFunc } from '../registry/generic/rest.ts'
import type { GroupVersionKind } from '../registry/generic/runtime.ts'
import { type AdmissionAttributes, type AdmissionChain, type Operation, Reinvocation } from './chain.ts'

const optionsKinds: Readonly<Record<Operation, string>> = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
  CONNECT: '',
}

/** The plugins as one request meets them: the only place that calls them. All methods throw the refusal of a plugin. */
export class RequestAdmission {
  private readonly chain: AdmissionChain
  private readonly request: ApiRequest
  private readonly kind: GroupVersionKind
  private readonly options: object

  /**
   * @param kind of the object that is sent: of a subresource its own (a Scale, an Eviction)
   * @param options of the request, as they were given: fields of CreateOptions, UpdateOptions, DeleteOptions
   */
  constructor(chain: AdmissionChain, request: ApiRequest, kind: GroupVersionKind, options: object = {}) {
    this.chain = chain
    this.request = request
    this.kind = kind
    this.options = options
  }

  /** Mutating plugins, which may change `object`. Where nothing is stored yet the operation is CREATE, whatever the verb. */
  mutate(object: KubeObject, old: KubeObject | undefined): Promise<void> | undefined {
    return this.chain.admit(this.attributes(old === undefined ? 'CREATE' : 'UPDATE', object, old))
  }

  /** Runs the validating plugins on a new object as it will be stored. Throws where one of them refuses. */
  readonly createValidation: ValidateObjectFunc = (object) =>
    this.chain.validate(this.attributes('CREATE', object, undefined))

  /** As {@link createValidation}, for an update with the old object. */
  readonly updateValidation: ValidateObjectUpdateFunc = (object, old) =>
    this.chain.validate(this.attributes('UPDATE', object, old))

  /** Both kinds of plugins: the object that goes is known to the storage only. */
  readonly deleteValidation: ValidateObjectFunc = async (old) => {
    const attributes = this.attributes('DELETE', undefined, old)
    await this.chain.admit(attributes)
    await this.chain.validate(attributes)
  }

  /** Both kinds of plugins, before a connection is made. @param options what the query says, as an object */
  async connect(options: KubeObject): Promise<void> {
    const attributes = this.attributes('CONNECT', options, undefined)
    await this.chain.admit(attributes)
    await this.chain.validate(attributes)
  }

  private attributes(
    operation: Operation,
    object: KubeObject | undefined,
    oldObject: KubeObject | undefined,
  ): AdmissionAttributes {
    const { request, kind } = this
    const options: Record<string, unknown> = operation === 'CONNECT' ? {} : { ...this.options }
    if (operation !== 'CONNECT') options['kind'] = optionsKinds[operation]
    return { request, operation, kind, object, oldObject, options, reinvocation: new Reinvocation() }
  }
}
