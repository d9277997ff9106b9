// The checker of `bench mailbox-peers` that asks by AfterShip's email-verifier: prints yes, no or unknown for each address.
package main

import (
	"fmt"
	"os"

	emailverifier "github.com/AfterShip/email-verifier"
)

func main() {
	verifier := emailverifier.NewVerifier().EnableSMTPCheck().HelloName("probe.mailproof.net").FromEmail("probe@mailproof.net")
	for _, address := range os.Args[1:] {
		result, err := verifier.Verify(address)
		if err != nil {
			fmt.Fprintln(os.Stderr, address, err)
			fmt.Println("unknown")
			continue
		}
		fmt.Println(result.Reachable)
	}
}
