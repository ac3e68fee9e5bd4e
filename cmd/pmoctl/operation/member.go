package operation

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/invitationmail"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// capacities are what somebody can be in an operation.
var capacities = []string{"organizer", "accountant", "reader", "observer"}

// newMember is the people of an operation with their verbs.
func newMember(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "member", Short: "Who runs and who observes an operation", Aliases: []string{"members"}}
	cmd.AddCommand(newListMembers(f), newInviteMember(f), newSetCapacity(f), newRemoveMember(f), newResendMember(f), newMemberMails(f))
	return cmd
}

func memberTable(t *output.Table, list ...pmo.OperationMember) *output.Table {
	for _, m := range list {
		account := ""
		if m.AccountStatus != nil {
			account = string(*m.AccountStatus)
		}
		t.Add(m.Id, m.Email, output.Or(m.Firstname), output.Or(m.Lastname), string(m.Capacity), string(m.Status), account)
	}
	return t
}

func memberColumns() []string {
	return []string{"id", "email", "firstname", "lastname", "capacity", "status", "account"}
}

func newListMembers(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List who runs and who observes an operation, and who is invited to", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOperationMembersWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, memberTable(output.NewTable(memberColumns()...), *list...))
	}
	return cmd
}

func newInviteMember(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "invite EMAIL",
		Short: "Invite somebody to run or to observe an operation",
		Long: `Invite somebody to run or to observe an operation. Who has no account at the address is
opened one and mailed a link; who has one agrees first.`,
		Example: "  pmoctl operation member invite comptable@example.org --as accountant --operation ACC00000001",
		Args:    cobra.ExactArgs(1),
	}
	operation, as := factory.OperationFlag(cmd), capacityFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.InviteOperationMemberWithResponse(cmd.Context(), id, nil, pmo.MemberInvitationCreation{Email: args[0], Capacity: pmo.MemberCapacity(*as)})
		one, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, memberTable(output.One(memberColumns()...), *one))
	}
	return cmd
}

func newSetCapacity(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "set-role MEMBER",
		Short:   "Change what somebody may do in an operation",
		Long:    "Change what somebody may do in an operation. MEMBER is an e-mail or an id; a full organizer remains.",
		Example: "  pmoctl operation member set-role comptable@example.org --as reader --operation ACC00000001",
		Args:    cobra.ExactArgs(1),
	}
	operation, as := factory.OperationFlag(cmd), capacityFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, one, err := memberOf(cmd.Context(), f, *operation, args[0])
		if err != nil {
			return err
		}
		reply, err := c.UpdateOperationMemberWithResponse(cmd.Context(), id, one, pmo.OperationMemberUpdate{Capacity: pmo.MemberCapacity(*as)})
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, memberTable(output.One(memberColumns()...), *changed))
	}
	return cmd
}

func newRemoveMember(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "remove MEMBER",
		Short: "Take somebody out of an operation, or take an invitation back",
		Long:  "Take somebody out of an operation, or take an invitation back. MEMBER is an e-mail or an id. The account stays.",
		Args:  cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, one, err := memberOf(cmd.Context(), f, *operation, args[0])
		if err != nil {
			return err
		}
		reply, err := c.RemoveOperationMemberWithResponse(cmd.Context(), id, one)
		return pmo.Done(reply, err)
	}
	return cmd
}

func newResendMember(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "resend MEMBER", Short: "Send an invitation again", Long: "Send an invitation again; it then stands for thirty days anew. MEMBER is an e-mail or an id.", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, one, err := memberOf(cmd.Context(), f, *operation, args[0])
		if err != nil {
			return err
		}
		reply, err := c.SendMemberMailWithResponse(cmd.Context(), id, one, nil)
		return pmo.Done(reply, err)
	}
	return cmd
}

func newMemberMails(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mails MEMBER", Short: "List the mails that invited somebody into an operation, and what became of them",
		Long: "List the mails that invited somebody into an operation, and what became of them. MEMBER is an e-mail or an id.", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, one, err := memberOf(cmd.Context(), f, *operation, args[0])
		if err != nil {
			return err
		}
		reply, err := c.ListMemberInvitationMailsWithResponse(cmd.Context(), id, one, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, invitationmail.Table(*list))
	}
	return cmd
}

func capacityFlag(cmd *cobra.Command) *string {
	as := cmd.Flags().String("as", "", "organizer, accountant, reader or observer")
	_ = cmd.MarkFlagRequired("as")
	_ = cmd.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(capacities, cobra.ShellCompDirectiveNoFileComp))
	return as
}

// memberOf finds somebody of an operation by e-mail or id.
func memberOf(ctx context.Context, f *factory.Factory, operation, who string) (*pmo.ClientWithResponses, string, string, error) {
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return nil, "", "", err
	}
	reply, err := c.ListOperationMembersWithResponse(ctx, id, nil)
	list, err := pmo.OK(reply, err)
	if err != nil {
		return nil, "", "", err
	}
	for _, m := range *list {
		if m.Id == who || m.Email == who {
			return c, id, m.Id, nil
		}
	}
	return nil, "", "", exit.Usagef("nobody of the operation is called %s", who)
}
