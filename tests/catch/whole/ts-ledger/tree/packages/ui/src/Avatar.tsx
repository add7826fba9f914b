export interface AvatarProps {
  name: string;
  /** Background, as in "#7c5cff". */
  colour: string;
  size?: "small" | "medium";
}

/** Up to two initials on a coloured disc. The name is read out, the letters are not. */
export function Avatar({ name, colour, size = "medium" }: AvatarProps) {
  return (
    <span className={`ui-avatar ui-avatar--${size}`} style={{ background: colour }} role="img" aria-label={name}>
      <span aria-hidden="true">{initials(name)}</span>
    </span>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0].toUpperCase())
    .join("");
}
