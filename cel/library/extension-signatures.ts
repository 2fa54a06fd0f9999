// Functions of cel-go's libraries: an id, then the signature. Upstream: cel-go ext/, cel/library.go

/** Upstream: ext/strings.go, version 2. */
export const strings = `
  string_char_at_int  string::charAt(int) -> string
  string_format  string::format(list(dyn)) -> string
  string_index_of_string  string::indexOf(string) -> int
  string_index_of_string_int  string::indexOf(string, int) -> int
  list_join  list(string)::join() -> string
  list_join_string  list(string)::join(string) -> string
  string_last_index_of_string  string::lastIndexOf(string) -> int
  string_last_index_of_string_int  string::lastIndexOf(string, int) -> int
  string_lower_ascii  string::lowerAscii() -> string
  string_replace_string_string  string::replace(string, string) -> string
  string_replace_string_string_int  string::replace(string, string, int) -> string
  string_split_string  string::split(string) -> list(string)
  string_split_string_int  string::split(string, int) -> list(string)
  strings_quote  strings.quote(string) -> string
  string_substring_int  string::substring(int) -> string
  string_substring_int_int  string::substring(int, int) -> string
  string_trim  string::trim() -> string
  string_upper_ascii  string::upperAscii() -> string
`

/** Upstream: ext/sets.go */
export const sets = `
  list_sets_contains_list  sets.contains(list(T), list(T)) -> bool
  list_sets_equivalent_list  sets.equivalent(list(T), list(T)) -> bool
  list_sets_intersects_list  sets.intersects(list(T), list(T)) -> bool
`

/** Upstream: ext/lists.go, version 3. */
export const moreLists = `
  list_int_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(int)) -> list(T)
  list_uint_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(uint)) -> list(T)
  list_double_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(double)) -> list(T)
  list_bool_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(bool)) -> list(T)
  list_google.protobuf.Duration_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(duration)) -> list(T)
  list_google.protobuf.Timestamp_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(timestamp)) -> list(T)
  list_string_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(string)) -> list(T)
  list_bytes_sortByAssociatedKeys  list(T)::@sortByAssociatedKeys(list(bytes)) -> list(T)
  list_distinct  list(T)::distinct() -> list(T)
  list_flatten  list(list(T))::flatten() -> list(T)
  list_flatten_int  list(dyn)::flatten(int) -> list(dyn)
  lists_range  lists.range(int) -> list(int)
  list_reverse  list(T)::reverse() -> list(T)
  list_slice  list(T)::slice(int, int) -> list(T)
  list_int_sort  list(int)::sort() -> list(int)
  list_uint_sort  list(uint)::sort() -> list(uint)
  list_double_sort  list(double)::sort() -> list(double)
  list_bool_sort  list(bool)::sort() -> list(bool)
  list_google.protobuf.Duration_sort  list(duration)::sort() -> list(duration)
  list_google.protobuf.Timestamp_sort  list(timestamp)::sort() -> list(timestamp)
  list_string_sort  list(string)::sort() -> list(string)
  list_bytes_sort  list(bytes)::sort() -> list(bytes)
`

/** Upstream: cel/library.go (OptionalTypes) */
export const optionals = `
  select_optional_field  _?._(dyn, string) -> optional(V)
  list_optindex_optional_int  _[?_](list(V), int) -> optional(V)
  optional_list_optindex_optional_int  _[?_](optional(list(V)), int) -> optional(V)
  map_optindex_optional_value  _[?_](map(K, V), K) -> optional(V)
  optional_map_optindex_optional_value  _[?_](optional(map(K, V)), K) -> optional(V)
  optional_list_index_int  _[_](optional(list(V)), int) -> optional(V)
  optional_map_index_value  _[_](optional(map(K, V)), K) -> optional(V)
  optional_hasValue  optional(V)::hasValue() -> bool
  optional_none  optional.none() -> optional(V)
  optional_of  optional.of(V) -> optional(V)
  optional_ofNonZeroValue  optional.ofNonZeroValue(V) -> optional(V)
  optional_or_optional  optional(V)::or(optional(V)) -> optional(V)
  optional_orValue_value  optional(V)::orValue(V) -> V
  optional_value  optional(V)::value() -> V
`

/** Functions of optional values that cel-go 0.26 has added. */
export const moreOptionals = `
  list_first  list(V)::first() -> optional(V)
  list_last  list(V)::last() -> optional(V)
  optional_unwrap  optional.unwrap(list(optional(V))) -> list(V)
  optional_unwrapOpt  list(optional(V))::unwrapOpt() -> list(V)
`

/** Upstream: ext/comprehensions.go */
export const twoVariables = `
  @mapInsert_map_key_value  cel.@mapInsert(map(K, V), K, V) -> map(K, V)
  @mapInsert_map_map  cel.@mapInsert(map(K, V), map(K, V)) -> map(K, V)
`
