/** Characters that the server takes as a reason. Said again because the contract's decorator cannot be read here. */
export const REASON_MAX_LENGTH = 2_000;
