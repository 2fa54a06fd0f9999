export declare function exportsOf(
  path: string,
  text: string,
): { name: string; line: number; documented: boolean }[]
