/** An endpoint of the delta form. */
export interface EncodedEndpoint {
  bytes: Buffer
  /** The endpoint is named by its hash, as it has no pod or shares its pod with another endpoint. */
  anonymous: boolean
}

/** A service of the delta form. */
export interface ServiceSets {
  /** localv1.Service */
  service: Buffer
  /** Path → localv1.Endpoint. */
  endpoints: ReadonlyMap<string, EncodedEndpoint>
}
