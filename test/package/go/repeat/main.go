// Sends every one of REQUESTS through the package's transport with every one of FAULTS, which the server then shows once.
package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	"mailproof.test/client"
)

func main() {
	var requests [][2]string
	var faults []string
	if err := json.Unmarshal([]byte(os.Getenv("REQUESTS")), &requests); err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal([]byte(os.Getenv("FAULTS")), &faults); err != nil {
		log.Fatal(err)
	}
	// Go repeats some requests itself, if their connection was used before.
	client := &http.Client{Transport: &mailproof.RetryTransport{Base: &http.Transport{DisableKeepAlives: true}, Retries: 1}}
	var all sync.WaitGroup
	for _, fault := range faults {
		for _, each := range requests {
			all.Go(func() {
				request, err := http.NewRequest(each[0], os.Getenv("SERVER_URL")+each[1], nil)
				if err != nil {
					log.Fatal(err)
				}
				request.Header.Set("X-Fault", fault)
				if response, err := client.Do(request); err == nil {
					_, _ = io.Copy(io.Discard, response.Body)
					_ = response.Body.Close()
				}
			})
		}
	}
	all.Wait()
}
