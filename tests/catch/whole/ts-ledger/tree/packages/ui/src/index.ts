export { Avatar, type AvatarProps } from "./Avatar";
export { Button, type ButtonProps } from "./Button";
export { Field, type FieldProps } from "./Field";
export { MoneyInput, type MoneyInputProps } from "./MoneyInput";
