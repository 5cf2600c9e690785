/** Change codes C01 to C14 open the addenda of a notification of change. */
export const CHANGE_CODE = /^C(?:0[1-9]|1[0-4])\b/;
