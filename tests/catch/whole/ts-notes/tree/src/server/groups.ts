import { randomUUID } from "node:crypto";
import type { Membership, Role } from "../shared/model";
import type { Db } from "./db";

export class GroupRepo {
  constructor(private readonly db: Db) {}

  /** null: not a member, or no such group. */
  roleOf(userId: string, groupId: string): Role | null {
    const row = this.db
      .prepare<[string, string], { role: Role }>("SELECT role FROM members WHERE user_id = ? AND group_id = ?")
      .get(userId, groupId);
    return row?.role ?? null;
  }

  membershipsOf(userId: string): Membership[] {
    return this.db
      .prepare<[string], Membership>(
        `SELECT groups.id AS groupId, groups.name, members.role
         FROM members JOIN groups ON groups.id = members.group_id
         WHERE members.user_id = ? ORDER BY groups.name, groups.id`,
      )
      .all(userId);
  }

  create(name: string, ownerId: string): Membership {
    const groupId = randomUUID();
    this.db.transaction(() => {
      this.db.prepare("INSERT INTO groups (id, name) VALUES (?, ?)").run(groupId, name);
      this.setMember(groupId, ownerId, "owner");
    })();
    return { groupId, name, role: "owner" };
  }

  setMember(groupId: string, userId: string, role: Role): void {
    this.db
      .prepare(
        `INSERT INTO members (group_id, user_id, role) VALUES (?, ?, ?)
         ON CONFLICT (group_id, user_id) DO UPDATE SET role = excluded.role`,
      )
      .run(groupId, userId, role);
  }

  removeMember(groupId: string, userId: string): void {
    this.db.prepare("DELETE FROM members WHERE group_id = ? AND user_id = ?").run(groupId, userId);
  }
}
