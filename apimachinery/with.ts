/** A type of the API, with fields that the server makes sure of: `With<JobSpec, 'template'>`. */
export type With<T, K extends keyof T> = Omit<T, K> & { [F in K]-?: NonNullable<T[F]> }
