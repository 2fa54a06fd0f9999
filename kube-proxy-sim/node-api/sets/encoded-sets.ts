/** An endpoint of the delta form. */
export interface EncodedEndpoint {
  bytes: Buffer
  /** Named by its hash, as no pod has it for itself. */
  anonymous: boolean
}

/** A service of the delta form. */
export interface ServiceSets {
  /** localv1.Service */
  service: Buffer
  /** Path → localv1.Endpoint. */
  endpoints: ReadonlyMap<string, EncodedEndpoint>
}
